import { everyPage, listAccounts, type Client, type Custodian } from '@connex/sdk'
import { queryOptions } from '@tanstack/react-query'

/**
 * The tenant's accounts with one custodian: few enough to load all of them. The screens share the answer.
 *
 * @example
 * useQuery(accountsQuery(client, custodian))
 */
export const accountsQuery = (
  client: Client,
  { registryManagerAddr, registrarAddr }: Pick<Custodian, 'registryManagerAddr' | 'registrarAddr'>,
) => {
  const where = { registryManagerAddr, registrarAddr }
  return queryOptions({
    queryKey: ['accounts', where],
    queryFn: ({ signal }) => everyPage((page) => listAccounts(client, { ...where, ...page }, { signal })),
  })
}
