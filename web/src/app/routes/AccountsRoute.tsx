import { ACCOUNT_FILTERS, AccountsTable } from '../../features/accounts/AccountsTable.tsx'
import { useTableRoute } from './useTableRoute.ts'
import { WithCustodian } from './WithCustodian.tsx'

export function AccountsRoute() {
  const table = useTableRoute(ACCOUNT_FILTERS)
  return <WithCustodian>{(custodian) => <AccountsTable custodian={custodian} {...table} />}</WithCustodian>
}
