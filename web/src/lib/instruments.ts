import type { Position } from '@connex/protocol'
import { call, everyPage, type Client } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useViewer } from './Viewer.ts'

type Registry = Pick<Position, 'registryManagerAddr' | 'registryId'>

const keyOf = ({ registryManagerAddr, registryId }: Registry) => `${registryManagerAddr}.${registryId}`

/** The suspended registries: they are few. */
const suspendedQuery = (client: Client) =>
  queryOptions({
    queryKey: ['instruments', 'suspended'],
    queryFn: async ({ signal }) => {
      const registryState = ['SUSPENDED' as const]
      const found = await everyPage((page) =>
        call(client, 'registryInstruments', { query: { ...page, registryState }, signal }),
      )
      return new Set(found.map(keyOf))
    },
  })

/** Whether a registry is suspended, so that nothing in it moves. The stream reports changes. */
export function useSuspended(): (registry: Registry) => boolean {
  const { client } = useViewer()
  const { data } = useQuery(suspendedQuery(client))
  return useCallback((registry) => data?.has(keyOf(registry)) === true, [data])
}
