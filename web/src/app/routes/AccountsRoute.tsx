import { AccountsTable } from '../../features/accounts/AccountsTable.tsx'
import { useTableRoute } from './useTableRoute.ts'
import { WithCustodian } from './WithCustodian.tsx'

export function AccountsRoute() {
  const table = useTableRoute([])
  return <WithCustodian>{(custodian) => <AccountsTable custodian={custodian} {...table} />}</WithCustodian>
}
