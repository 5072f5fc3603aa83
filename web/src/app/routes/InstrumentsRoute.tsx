import { InstrumentsTable } from '../../features/instruments/InstrumentsTable.tsx'
import { useTableRoute } from './useTableRoute.ts'
import { WithCustodian } from './WithCustodian.tsx'

export function InstrumentsRoute() {
  const table = useTableRoute(['registryState'])
  return <WithCustodian>{(custodian) => <InstrumentsTable custodian={custodian} {...table} />}</WithCustodian>
}
