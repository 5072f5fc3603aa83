// The read of what falls due after the six weeks of the calendar.
import { call, type Client } from '@connex/sdk'
import { queryOptions } from '@tanstack/react-query'
import { daysFrom } from '../../lib/days.ts'

/** So many are named; the rest are counted. */
const SHOWN = 25
const LAST_DAY = '9999-12-31'

/** The first of what falls due after a day, and how much there is. */
export const laterQuery = (client: Client, day: string) =>
  queryOptions({
    queryKey: ['transfers', 'due', 'later', day],
    queryFn: ({ signal }) => {
      const query = { from: daysFrom(day, 1), to: LAST_DAY, itemsPerPage: SHOWN }
      return call(client, 'dueEvents', { query, signal })
    },
  })
