// The desk's summary, behind the number in the navigation and the band above the tables.
import { call, type Client } from '@connex/sdk'
import { queryOptions } from '@tanstack/react-query'
import { daysFrom } from './days.ts'
import { todayUtc } from './format.ts'

/** How many calendar days hold the next five business days, whatever holidays lie between. */
const DAYS_AHEAD = 10

/** What waits for whom, and what falls due from today on. `useQuery(summaryQuery(client)).data?.waiting` */
export const summaryQuery = (client: Client) =>
  queryOptions({
    queryKey: ['transfers', 'summary'],
    queryFn: ({ signal }) => {
      const from = todayUtc()
      return call(client, 'deskSummary', { query: { from, to: daysFrom(from, DAYS_AHEAD) }, signal })
    },
  })
