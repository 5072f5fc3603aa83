// What the tenant calls its own accounts: for its eyes alone, so screens have it beside the number.
import { readableName, type Address, type AssetAccount } from '@connex/protocol'
import { everyPage, listAccounts } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useViewer } from '../../lib/Viewer.ts'

/** Two custodians may have an account of the same number. */
type Keeper = { registryManagerAddr: Address; registrarAddr: Address }

/** Undefined for an account without a name, and while the accounts are not here. */
export type AccountNames = (keeper: Keeper, account: string | null) => string | undefined

/** `useAccountNames()(position, position.account)` → 'Trading book' */
export function useAccountNames(): AccountNames {
  const { client } = useViewer()
  const { data } = useQuery({
    queryKey: ['accounts', 'names'],
    queryFn: async ({ signal }) => namesIn(await everyPage((page) => listAccounts(client, page, { signal }))),
  })
  return useCallback((keeper, account) => data?.[keyOf(keeper, account)], [data])
}

const keyOf = ({ registryManagerAddr, registrarAddr }: Keeper, account: string | null): string =>
  `${registryManagerAddr}.${registrarAddr}.${account}`

const namesIn = (accounts: readonly AssetAccount[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    accounts.flatMap((one) =>
      one.accountName === null ? [] : [[keyOf(one, one.accountNum), readableName(one.accountName)]],
    ),
  )
