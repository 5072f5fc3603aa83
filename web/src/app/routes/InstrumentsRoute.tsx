import { InstrumentsTable } from '../../features/instruments/InstrumentsTable.tsx'
import { useTableRoute } from './useTableRoute.ts'
import { WithCustodian } from './WithCustodian.tsx'

export function InstrumentsRoute() {
  const table = useTableRoute([
    'identifier',
    'label',
    'instrumentType',
    'issueSize',
    'registryState',
    'description',
  ])
  return <WithCustodian>{(custodian) => <InstrumentsTable custodian={custodian} {...table} />}</WithCustodian>
}
