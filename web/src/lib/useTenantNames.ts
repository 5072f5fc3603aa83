import { displayAddress, type Address } from '@connex/protocol'
import { everyPage, listTenants, type Client } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { shorten } from './shorten.ts'
import { tenantLabels } from './tenantLabels.ts'
import { useViewer } from './Viewer.ts'

/** Every tenant of the platform; they change seldom, and the stream says when. */
export const tenantsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['platform', 'tenants'],
    queryFn: ({ signal }) => everyPage((page) => listTenants(client, page, { signal })),
    staleTime: Infinity,
  })

/** From an address to a name: 'N/A' for none, the short address while the name is not known. */
export function useTenantNames(): (address: Address) => string {
  const { client, tenantAddr, tenantName } = useViewer()
  const { data } = useQuery(tenantsQuery(client))
  const labels = useMemo(() => data && tenantLabels(data), [data])
  return useCallback(
    (address) => {
      if (address === tenantAddr) return tenantName
      return labels?.get(address) ?? shorten(displayAddress(address))
    },
    [labels, tenantAddr, tenantName],
  )
}
