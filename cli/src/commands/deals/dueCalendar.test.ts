import type { DueEvent } from '@connex/protocol'
import { expect, test } from 'vitest'
import { DUE_GROUPS, groupOf, showCalendar } from './dueCalendar.ts'

const TODAY = '2026-11-26'
const nothing = { securities: [], cash: null }
const rowOf = (date: string | null, more: { isOverdue?: boolean; text?: string } = {}) => {
  const { isOverdue = false, text } = more
  const event = { kind: 'REPURCHASE', date, isOverdue, deliveryId: null, workflowId: null } as DueEvent
  const warnings = text === undefined ? [] : [{ code: 'CLOSED' as const, text }]
  const sides = { incoming: nothing, outgoing: nothing }
  const late = isOverdue ? '6 days late' : ''
  return { ...event, ...sides, group: groupOf(event, TODAY), counterparty: 'Baltic', late, warnings }
}
const shown = (...items: ReturnType<typeof rowOf>[]) =>
  showCalendar({ items, totalItemCount: items.length, page: 1 })

test('an empty calendar says so', () => {
  expect(shown().text).toMatch(/^Nothing falls due\./)
})

test.each([
  ['2026-11-25', 'Overdue'],
  ['2026-11-26', 'Today'],
  ['2026-11-27', 'Next 7 days'],
  ['2026-12-03', 'Next 7 days'],
  ['2026-12-04', 'Later'],
  [null, 'Open'],
])('what is due on %s is under %s', (date, group) => {
  expect(groupOf({ date, isOverdue: false }, TODAY)).toBe(group)
})

test('each group has its own table, in the order of time, with the warnings of each date', () => {
  const rows = [
    rowOf('2026-11-20', { isOverdue: true }),
    rowOf('2026-11-26', { text: 'Your USD calendar: Thanksgiving' }),
    rowOf('2026-11-30'),
    rowOf('2027-03-26', { text: 'TARGET is closed: Good Friday' }),
    rowOf(null),
  ]
  const { text, csv } = shown(...rows)
  const headings = text.split('\n').filter((line) => DUE_GROUPS.some((group) => group === line))
  expect(headings).toEqual(DUE_GROUPS)
  expect(text).toMatch(/2026-11-20 .*6 days late/)
  expect(text).toMatch(/2026-11-26 .*Your USD calendar: Thanksgiving/)
  const [titles, , today] = csv.split('\r\n')
  expect(titles).toBe('Group,Date,What,Counterparty,Comes in,Goes out,Late,Warnings,Id')
  expect(today).toBe('Today,2026-11-26,repurchase,Baltic,,,,Your USD calendar: Thanksgiving,')
})
