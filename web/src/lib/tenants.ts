import { displayAddress, readableName } from '@connex/protocol'
import type { Address, Tenant } from '@connex/protocol'
import { everyPage, listTenants } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useViewer } from './Viewer.ts'
import { shorten } from './identifiers.ts'

/** A letter that may look like one of ours. */
const OTHER_LETTER = /(?!\p{Script=Latin})\p{L}/u

/**
 * The names of tenants, which they choose themselves. A name with other than Latin letters or hidden characters, or one that
 * two tenants share, is followed by the address, so that no tenant can pass for another.
 */
export function tenantLabels(tenants: readonly Pick<Tenant, 'address' | 'name'>[]): Map<Address, string> {
  const counts = new Map<string, number>()
  for (const { name } of tenants) {
    const plain = readableName(name)
    counts.set(plain, (counts.get(plain) ?? 0) + 1)
  }
  return new Map(
    tenants.map(({ address, name }) => {
      const plain = readableName(name)
      const isDoubtful = plain !== name.normalize('NFC') || OTHER_LETTER.test(name) || counts.get(plain) !== 1
      return [address, isDoubtful ? `${plain} (${shorten(address)})` : plain]
    }),
  )
}

/** Every tenant of the platform. They change rarely, and the stream reports it. */
export const tenantsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['platform', 'tenants'],
    queryFn: ({ signal }) => everyPage((page) => listTenants(client, page, { signal })),
    staleTime: Infinity,
  })

/** From an address to a name: 'N/A' for the zero address, the shortened address while the name is unknown. */
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

/** The other tenants by name, as values of a filter: a filter compares the name itself. */
export function useCounterpartyNames(): readonly { value: string; label: string }[] {
  const { client, tenantAddr } = useViewer()
  const { data } = useQuery(tenantsQuery(client))
  return useMemo(() => {
    const labels = tenantLabels(data ?? [])
    return (data ?? [])
      .filter(({ address }) => address !== tenantAddr)
      .map(({ address, name }) => ({ value: `is:${name}`, label: labels.get(address) ?? name }))
      .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
  }, [data, tenantAddr])
}
