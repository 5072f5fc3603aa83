import type { DueEvent } from '@connex/protocol'
import { expect, it } from 'vitest'
import { calendar } from '../../messages/en/desk/calendar.ts'
import { addMessages } from '../../messages/t.ts'
import { dueSections } from './dueSections.ts'
import { ladderDays } from './sixWeeks.ts'

addMessages(calendar)

const TODAY = '2026-11-25'
const eventOf = (date: string | null, isOverdue = false) => ({ kind: 'LOAN', date, isOverdue }) as DueEvent
const sectionsOf = (events: readonly DueEvent[], later?: { items: DueEvent[]; totalItemCount: number }) =>
  dueSections({ days: ladderDays(events, TODAY, []), events, later, today: TODAY })

it('has what is overdue, each day, what comes later and what has no date, in this order', () => {
  const [late, soon, now, open] = [
    eventOf('2026-11-17', true),
    eventOf('2026-11-30'),
    eventOf(TODAY),
    eventOf(null),
  ] as const
  const far = eventOf('2027-06-30')
  const sections = sectionsOf([late, now, soon, open], { items: [far], totalItemCount: 1 })
  expect(sections.map(({ title, events }) => [title, events])).toEqual([
    ['Overdue', [late]],
    ['Wed 25 Nov, today', [now]],
    ['Mon 30 Nov', [soon]],
    ['Later', [far]],
    ['Open, no date', [open]],
  ])
})

it('counts what comes later than the first page of it', () => {
  const later = { items: [eventOf('2027-06-30')], totalItemCount: 41 }
  expect(sectionsOf([], later)).toMatchObject([{ id: 'later', hasDays: true, more: 40 }])
})

it('has no section for what is not there, or not loaded yet', () => {
  expect(sectionsOf([])).toEqual([])
  expect(sectionsOf([], { items: [], totalItemCount: 0 })).toEqual([])
})
