import type { DueEvent, Transfer, Workflow } from '@connex/protocol'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { press } from '../../../test/press.ts'
import { createWorld, pageOf, renderScreen } from '../../../test/screen.tsx'
import { OTHER, transferOf } from '../../../test/transfers.ts'
import { formatDateTime, formatIsoDay, isoDayOf, todayUtc } from '../../lib/format.ts'
import { calendarsQuery } from '../../shared/desk/calendars.ts'
import { dueQuery } from '../../shared/desk/dueEvents.ts'
import { workflowsQuery } from '../../shared/desk/workflows.ts'
import { CalendarScreen } from './CalendarScreen.tsx'
import { ladderSpan } from './sixWeeks.ts'

const today = todayUtc()

async function renderCalendar(
  events: readonly DueEvent[] | undefined,
  {
    day,
    late = [],
    open = [],
  }: { day?: string; late?: readonly Transfer[]; open?: readonly Workflow[] } = {},
) {
  const chosen: string[] = []
  const world = createWorld()
  const lateIds = late.map(({ deliveryId }) => deliveryId)
  world.queries.setQueryData(['transfers', 'late', ...lateIds], pageOf(late))
  const { from, to } = ladderSpan(today)
  if (events !== undefined)
    world.queries.setQueryData(dueQuery(world.client, from, to).queryKey, events as never)
  world.queries.setQueryData(calendarsQuery(world.client).queryKey, [])
  world.queries.setQueryData(workflowsQuery(world.client, true).queryKey, pageOf(open) as never)
  const result = await renderScreen(
    <CalendarScreen day={day} onDay={(next) => chosen.push(next)} renderAction={() => null} />,
    world,
  )
  return { ...result, chosen }
}

const nothing = { cash: null, securities: [] }
const event = (date: string) =>
  ({
    kind: 'VALUE_DATE',
    date,
    isOverdue: false,
    deliveryId: `0x${'1'.repeat(64)}`,
    workflowId: null,
    messageId: null,
    transferType: 'FOP',
    dealEvent: null,
    isCashOnly: false,
    direction: 'DELIVER',
    state: 'PENDING',
    deliveryState: 'PENDING',
    counterpartyAddr: OTHER,
    description: null,
    rate: null,
    calendarCurrency: null,
    startDate: null,
    closingDeliveryId: null,
    incoming: nothing,
    outgoing: nothing,
  }) as unknown as DueEvent

it('says that nothing falls due', async () => {
  await renderCalendar([])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Calendar')
  expect(screen.getByText('Nothing falls due in the next six weeks')).toBeTruthy()
})

it('says that it could not be loaded, and tries again', async () => {
  const { world } = await renderCalendar(undefined)
  expect(await screen.findByText('Due dates could not be loaded')).toBeTruthy()
  const before = world.arrived.length
  await press('Try again')
  await vi.waitFor(() => expect(world.arrived.length).toBeGreaterThan(before))
})

it('has one pressed day, by default today, and moves it by the arrows within the six weeks', async () => {
  const { chosen } = await renderCalendar([event(today)])
  const pressed = [...document.querySelectorAll<HTMLElement>('button[data-day][aria-pressed=true]')]
  expect(pressed.map((one) => one.dataset['day'])).toEqual([today])
  expect(pressed[0]?.tabIndex).toBe(0)
  expect(document.querySelectorAll('button[data-day][aria-current=date]')).toHaveLength(1)
  const first = [...document.querySelectorAll<HTMLElement>('button[data-day]')][0]?.dataset['day'] ?? ''
  const key = (name: string) =>
    act(async () => void fireEvent.keyDown(pressed[0] ?? document.body, { key: name }))
  await key('ArrowRight')
  await key('ArrowDown')
  await key('ArrowUp')
  expect(chosen.map((day) => (Date.parse(day) - Date.parse(today)) / 86_400_000).slice(0, 2)).toEqual([1, 7])
  expect(chosen.every((day) => day >= first)).toBe(true)
})

it('chooses another view, and remembers it', async () => {
  const { unmount } = await renderCalendar([event(today)])
  await press('List')
  expect(document.querySelector('button[data-day]')).toBeNull()
  unmount()
  await renderCalendar([event(today)])
  expect(screen.getByRole('button', { name: 'List' }).getAttribute('aria-pressed')).toBe('true')
  expect(document.querySelector('button[data-day]')).toBeNull()
})

it('says of what is late whose turn it is, and of the own turn that it is yours', async () => {
  await renderCalendar([{ ...event('2026-11-20'), isOverdue: true }], { late: [transferOf('1')] })
  await press('List')
  expect(await screen.findByText('Next: you must confirm the delivery.')).toBeTruthy()
})

it('says of a proposal who made it and until when it can be signed, and nothing of one that is no longer open', async () => {
  const proposal = { ...event(today), kind: 'EXPIRY', deliveryId: null, counterpartyAddr: null } as const
  const events = ['open', 'signed'].map((workflowId) => ({ ...proposal, workflowId }))
  const open = {
    workflowId: 'open',
    initiatorAddr: OTHER,
    users: [{ address: OTHER, name: 'b.moser' }],
    createdAt: 1_795_000_000,
    batch: { deadline: 1_795_100_000 },
  } as unknown as Workflow
  await renderCalendar(events, { open: [open] })
  const notes = screen
    .getAllByText('Proposal expires', { selector: 'a' })
    .map((title) => title.parentElement?.textContent)
  const day = formatIsoDay(isoDayOf(1_795_000_000))
  expect(notes).toEqual([
    `Proposal expiresProposed by b.moser, ${day} · can be signed until ${formatDateTime(1_795_100_000)}`,
    'Proposal expires',
  ])
})
