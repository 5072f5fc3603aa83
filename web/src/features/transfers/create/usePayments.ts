import { call } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../../lib/Viewer.ts'

/** What the ledger could not be asked is asked again after this. */
const AGAIN_MS = 5_000

export type Payments = 'available' | 'unavailable' | 'unknown' | 'failed'

/** Whether the ledger can document payments at all: it has a leg manager for them, and that is active. */
export function usePayments(isAsked: boolean): Payments {
  const { client } = useViewer()
  const { data, isError } = useQuery({
    queryKey: ['platform', 'leg-managers'],
    queryFn: ({ signal }) => call(client, 'legManagers', { signal }),
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
  })
  if (data === undefined) return isError ? 'failed' : 'unknown'
  const external = data.items.find(({ registryType }) => registryType === 'EXTERNAL')
  return external?.active === true ? 'available' : 'unavailable'
}
