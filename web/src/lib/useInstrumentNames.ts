import { everyPage, listInstruments } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { spokenIdentifier } from './shownIdentifier.ts'
import { useViewer } from './Viewer.ts'

/** From an instrument's identifier to what it is called in a sentence; transfers carry no label of a private one. */
export function useInstrumentNames(): (identifier: string) => string {
  const { client } = useViewer()
  const { data } = useQuery({
    queryKey: ['instruments', 'names'],
    queryFn: async ({ signal }) => {
      const instrumentType = ['PRIVATE' as const]
      const kept = await everyPage((page) => listInstruments(client, { ...page, instrumentType }, { signal }))
      return new Map(kept.map(({ identifier, label }) => [identifier, label]))
    },
    staleTime: Infinity,
  })
  return useCallback((identifier) => spokenIdentifier(identifier, data?.get(identifier)), [data])
}
