import { displayAddress, type Address } from '@connex/protocol'
import { everyPage, listTenants, type Client } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { shorten } from './shorten.ts'
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
  return useCallback(
    (address) => {
      if (address === tenantAddr) return tenantName
      return data?.find((tenant) => tenant.address === address)?.name ?? shorten(displayAddress(address))
    },
    [data, tenantAddr, tenantName],
  )
}
