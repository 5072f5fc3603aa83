// The own tenant's calendars: on which days nothing is paid in a currency.
import { ITEMS_PER_PAGE_MAXIMUM } from '@connex/protocol'
import type { Currency } from '@connex/protocol'
import { CALENDAR_TEMPLATE, calendarIdOf, TenantCalendar } from '@connex/protocol/calendar'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'
import { parseInput } from '../parseInput.ts'

/**
 * The own tenant's calendars. EUR has none: its calendar is TARGET. A currency that has none knows weekends alone.
 *
 * @example
 * const calendars = await listCalendars(client)
 * closureOf('2026-11-26', calendarOf('USD', calendars)) // { kind: 'holiday', name: 'Thanksgiving' }
 */
export async function listCalendars(client: Client, control: CallControl = {}): Promise<TenantCalendar[]> {
  requireClient(client)
  const query = { type: CALENDAR_TEMPLATE, itemsPerPage: ITEMS_PER_PAGE_MAXIMUM }
  const { items } = await call(client, 'templates', { ...control, query })
  // A template that an earlier server stored under this type unchecked is not a calendar.
  return items.flatMap(({ content }) => TenantCalendar.safeParse(content).data ?? [])
}

/**
 * Stores the calendar of a currency in place of the one before. Throws a ClientError `invalidInput` that names each fault.
 *
 * @example
 * await saveCalendar(client, { currency: 'USD', closedDays: [{ date: '2026-11-26', name: 'Thanksgiving' }] })
 */
export async function saveCalendar(
  client: Client,
  calendar: TenantCalendar,
  control: CallControl = {},
): Promise<TenantCalendar> {
  requireClient(client)
  const content = parseInput(TenantCalendar, calendar)
  const name = `${content.currency} business days`
  const body = { templateId: calendarIdOf(content.currency), name, type: CALENDAR_TEMPLATE, content }
  const stored = await call(client, 'putTemplate', { ...control, body })
  return TenantCalendar.parse(stored.content)
}

/**
 * Removes the calendar of a currency; of its days only weekends are known from then on.
 *
 * @example
 * await removeCalendar(client, 'USD')
 */
export async function removeCalendar(
  client: Client,
  currency: Currency,
  control: CallControl = {},
): Promise<void> {
  requireClient(client)
  await call(client, 'deleteTemplate', { ...control, query: { templateId: calendarIdOf(currency) } })
}
