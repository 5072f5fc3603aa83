// On which days a currency is paid: the tenant's calendar, the next business day, and what to know of the dates that fall due.
import { everyPage, listCalendars, listDueEvents, removeCalendar, saveCalendar } from '@connex/sdk'
import type { Client } from '@connex/sdk'
import {
  businessDayFrom,
  calendarOf,
  closureOf,
  closureText,
  dueWarnings,
  gapText,
  readCalendarFile,
  termEnd,
} from '@connex/sdk/protocol'

export async function calendars(admin: Client, client: Client, file: string): Promise<void> {
  // One line 'date,name' per closed day; problems are reported by row and column.
  const { closedDays, faults } = readCalendarFile(file)
  if (faults.length > 0) return console.info(faults.map(({ row, message }) => `Row ${row}: ${message}`))
  await saveCalendar(admin, { currency: 'USD', completeUntil: '2027-12-31', closedDays })

  // Every user of the tenant can read it. EUR uses TARGET; for a currency without a calendar only weekends are known.
  const stored = await listCalendars(client)
  for (const currency of ['EUR', 'USD', 'GBP'] as const) {
    const calendar = calendarOf(currency, stored)
    const closure = closureOf('2026-11-26', calendar)
    console.info(closure && closureText(closure, calendar), gapText('2026-11-26', calendar))
    console.info(businessDayFrom('2026-11-26', calendar), termEnd('2026-11-26', '1M', calendar))
  }

  const range = { from: '2026-11-01', to: '2027-12-31' }
  const due = await everyPage((page) => listDueEvents(client, { ...range, ...page }))
  console.info(due.map((event) => dueWarnings(event, due, stored).map(({ text }) => text)))

  await removeCalendar(admin, 'USD')
}
