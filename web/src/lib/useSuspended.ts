import type { Position } from '@connex/protocol'
import { call, everyPage } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useViewer } from './Viewer.ts'

type Registry = Pick<Position, 'registryManagerAddr' | 'registryId'>

const keyOf = ({ registryManagerAddr, registryId }: Registry) => `${registryManagerAddr}.${registryId}`

/** Whether a registry is suspended: then nothing in it moves. They are few, and the stream says when that changes. */
export function useSuspended(): (registry: Registry) => boolean {
  const { client } = useViewer()
  const { data } = useQuery({
    queryKey: ['instruments', 'suspended'],
    queryFn: async ({ signal }) => {
      const registryState = ['SUSPENDED' as const]
      const found = await everyPage((page) =>
        call(client, 'registryInstruments', { query: { ...page, registryState }, signal }),
      )
      return new Set(found.map(keyOf))
    },
  })
  return useCallback((registry) => data?.has(keyOf(registry)) === true, [data])
}
