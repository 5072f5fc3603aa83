import { call } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useHouse } from '../House.ts'

/** How many transfers wait for one's own tenant, see the call's `waiting`; mint and burn requests are not among them. */
export function useWaitingCount(): number | undefined {
  const { client } = useHouse().session
  const { data } = useQuery({
    queryKey: ['transfers', 'waiting'],
    queryFn: ({ signal }) =>
      call(client, 'transfers', {
        query: { waiting: true, transferType: ['FOP', 'REPO', 'SEC_LEND'], itemsPerPage: 1 },
        signal,
      }),
  })
  return data?.totalItemCount
}
