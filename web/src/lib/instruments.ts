import { readableName } from '@connex/protocol'
import type { Position } from '@connex/protocol'
import { call, everyPage, listInstruments } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useViewer } from './Viewer.ts'
import { shorten } from './strings.ts'

/** A private instrument's document reference, which is a fingerprint. */
const isReference = (identifier: string): boolean => /^0x[0-9a-f]{64}$/i.test(identifier)

/** An ISIN or WKN as it is; a private instrument's document reference cut short. */
export const shownIdentifier = (identifier: string): string =>
  isReference(identifier) ? shorten(identifier) : readableName(identifier)

/** What an instrument is called in a sentence: a private one by its label, where the own server knows it. */
export const spokenIdentifier = (identifier: string, label: string | null | undefined): string =>
  isReference(identifier) && label ? readableName(label) : shownIdentifier(identifier)

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
