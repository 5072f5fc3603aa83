// What the tenant calls its own accounts: for its eyes alone, so screens have it beside the number.
import { readableName, type Address, type AssetAccount } from '@connex/protocol'
import { everyPage, listAccounts, type Client } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useViewer } from '../../lib/Viewer.ts'

/** Two custodians may have an account of the same number. */
type Keeper = { registryManagerAddr: Address; registrarAddr: Address }

/** Undefined for an account without a name, and while the accounts are not here. */
export type AccountNames = (keeper: Keeper, account: string | null) => string | undefined

export const accountNamesQuery = (client: Client) =>
  queryOptions({
    queryKey: ['accounts', 'names'],
    queryFn: async ({ signal }) => namesIn(await everyPage((page) => listAccounts(client, page, { signal }))),
  })

/** `useAccountNames()(position, position.account)` → 'Trading book' */
export function useAccountNames(): AccountNames {
  const { client } = useViewer()
  const { data } = useQuery(accountNamesQuery(client))
  return useCallback((keeper, account) => data?.[keyOf(keeper, account)], [data])
}

/** `namesBy(await queries.query(accountNamesQuery(client)))(position, position.account)` → 'Trading book' */
export const namesBy =
  (names: Readonly<Record<string, string>>): AccountNames =>
  (keeper, account) =>
    names[keyOf(keeper, account)]

const keyOf = ({ registryManagerAddr, registrarAddr }: Keeper, account: string | null): string =>
  `${registryManagerAddr}.${registrarAddr}.${account}`

const namesIn = (accounts: readonly AssetAccount[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    accounts.flatMap((one) =>
      one.accountName === null ? [] : [[keyOf(one, one.accountNum), readableName(one.accountName)]],
    ),
  )
