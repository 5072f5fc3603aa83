import { call } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useHouse } from '../House.ts'

/** How many transfers wait for a confirmation of one's own tenant; mint and burn requests are not among them. */
export function useWaitingCount(): number | undefined {
  const { client } = useHouse().session
  const { data } = useQuery({
    queryKey: ['transfers', 'waiting'],
    queryFn: ({ signal }) =>
      call(client, 'transfers', {
        query: { state: ['PENDING'], transferType: ['FOP', 'REPO', 'SEC_LEND'], itemsPerPage: 1 },
        signal,
      }),
  })
  return data?.totalItemCount
}
