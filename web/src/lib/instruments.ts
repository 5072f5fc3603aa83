import type { Position } from '@connex/protocol'
import { call, everyPage, listInstruments, type Client } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { spokenIdentifier } from './identifiers.ts'
import { useViewer } from './Viewer.ts'

/** The labels of private instruments, by identifier. */
const privateLabelsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['instruments', 'names'],
    queryFn: async ({ signal }) => {
      const instrumentType = ['PRIVATE' as const]
      const instruments = await everyPage((page) =>
        listInstruments(client, { ...page, instrumentType }, { signal }),
      )
      return new Map(instruments.map(({ identifier, label }) => [identifier, label]))
    },
    staleTime: Infinity,
  })

/** From an identifier to the name in a sentence. Transfers do not contain the labels of private instruments. */
export function useInstrumentNames(): (identifier: string) => string {
  const { client } = useViewer()
  const { data } = useQuery(privateLabelsQuery(client))
  return useCallback((identifier) => spokenIdentifier(identifier, data?.get(identifier)), [data])
}

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
