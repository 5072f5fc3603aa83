import { call } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../../lib/Viewer.ts'

/** Whether the ledger can document payments at all: it has a leg manager for them, and that is active. */
export function usePayments(isAsked: boolean): 'available' | 'unavailable' | 'unknown' {
  const { client } = useViewer()
  const { data } = useQuery({
    queryKey: ['platform', 'leg-managers'],
    queryFn: ({ signal }) => call(client, 'legManagers', { signal }),
    enabled: isAsked,
  })
  if (data === undefined) return 'unknown'
  const external = data.items.find(({ registryType }) => registryType === 'EXTERNAL')
  return external?.active === true ? 'available' : 'unavailable'
}
