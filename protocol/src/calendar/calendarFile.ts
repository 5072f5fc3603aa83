// A file of closed days: a line 'date,name' for each, as a person writes it or a spreadsheet exports or copies it.
import { cellsOf } from '../text/delimitedText.ts'
import { ClosedDay, HolidayName, MOST_CLOSED_DAYS } from './tenantCalendar.ts'

/** What is wrong with a cell; rows count from 1, as in a spreadsheet. */
export type CalendarFault = { row: number; column: 'date' | 'name'; message: string }

export type CalendarFile = { closedDays: ClosedDay[]; faults: CalendarFault[] }

/**
 * The closed days of a file in their order, with everything that is wrong. The first line may have the titles; a line is separated
 * by commas, semicolons or tabs, and the name may be left out.
 *
 * @example
 * readCalendarFile('date,name\n2026-11-26,Thanksgiving').closedDays // [{ date: '2026-11-26', name: 'Thanksgiving' }]
 */
export function readCalendarFile(text: string): CalendarFile {
  const closedDays: ClosedDay[] = []
  const faults: CalendarFault[] = []
  const rowOf = new Map<string, number>()
  for (const [index, cells] of cellsOf(text, ',;\t').entries()) {
    const row = index + 1
    const isTitle = row === 1 && cells[0]?.toLowerCase() === 'date'
    if (isTitle || cells.every((cell) => cell === '')) continue
    const found = faultsOfRow(cells, rowOf)
    faults.push(...found.map((fault) => ({ row, ...fault })))
    const [date = '', name = ''] = cells
    if (!rowOf.has(date)) rowOf.set(date, row)
    if (found.length === 0) closedDays.push(name === '' ? { date } : { date, name })
  }
  if (rowOf.size === 0) faults.push({ row: 1, column: 'date', message: 'There is no day in it.' })
  if (rowOf.size > MOST_CLOSED_DAYS)
    faults.push({
      row: 1,
      column: 'date',
      message: `The file has ${rowOf.size} days; the limit is 2,000.`,
    })
  return {
    closedDays: closedDays.toSorted((one, other) => (one.date < other.date ? -1 : 1)),
    faults: faults.sort((one, other) => one.row - other.row),
  }
}

function faultsOfRow(
  [date = '', name = '', ...more]: readonly string[],
  rowOf: ReadonlyMap<string, number>,
): Omit<CalendarFault, 'row'>[] {
  const earlier = rowOf.get(date)
  const isDay = ClosedDay.shape.date.safeParse(date).success
  const faults: Omit<CalendarFault, 'row'>[] = []
  if (!isDay)
    faults.push({ column: 'date', message: `The date must be a day such as 2027-11-25, not '${date}'.` })
  else if (earlier !== undefined)
    faults.push({ column: 'date', message: `${date} is already in row ${earlier}: remove one.` })
  if (name !== '' && !HolidayName.safeParse(name).success)
    faults.push({ column: 'name', message: 'The name must have at most 100 characters.' })
  if (more.some((cell) => cell !== ''))
    faults.push({ column: 'name', message: 'A name that contains a separator must be in quotes.' })
  return faults
}
