// The tenant's calendars of business days; a deal's days are judged by that of its cash currency.
import type { Calendar, Currency } from '@connex/protocol'
import { calendarOf, type TenantCalendar } from '@connex/protocol/calendar'
import { listCalendars, type Client } from '@connex/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useViewer } from '../../lib/Viewer.ts'

/** The calendars that the tenant has stored. */
export const calendarsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['platform', 'calendars'],
    queryFn: ({ signal }) => listCalendars(client, { signal }),
  })

const NONE: readonly TenantCalendar[] = []

/** The stored calendars; undefined until they are loaded. `hasFailed`: they could not be. */
export function useCalendars(): { stored: readonly TenantCalendar[] | undefined; hasFailed: boolean } {
  const { client } = useViewer()
  const { data, isError } = useQuery(calendarsQuery(client))
  return { stored: data, hasFailed: isError && data === undefined }
}

/** The calendar of a currency, null for no cash; undefined until it is loaded. `hasFailed`: it could not be. */
export function useCalendar(currency: Currency | null): {
  calendar: Calendar | undefined
  hasFailed: boolean
} {
  const { client } = useViewer()
  const isStored = currency !== null && currency !== 'EUR'
  const { data, isError } = useQuery({ ...calendarsQuery(client), enabled: isStored })
  const hasFailed = isStored && isError && data === undefined
  const isKnown = !isStored || data !== undefined || hasFailed
  return { calendar: isKnown ? calendarOf(currency, data ?? NONE) : undefined, hasFailed }
}
