import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { press } from '../../../test/press.ts'
import { createWorld, renderScreen, type Answers } from '../../../test/screen.tsx'
import ClosedDayText, { type ClosedDayProps } from './ClosedDayText.tsx'

async function renderNote(more: Partial<ClosedDayProps>, answers: Answers = {}) {
  const chosen: string[] = []
  const world = createWorld(answers)
  await renderScreen(
    <ClosedDayText
      day="2026-11-27"
      currency="EUR"
      disabled={false}
      onChange={(day) => chosen.push(day)}
      {...more}
    />,
    world,
  )
  return { chosen, world }
}

it('says nothing of a business day that its calendar knows', async () => {
  const { world } = await renderNote({})
  expect(screen.queryByRole('status')).toBeNull()
  expect(world.arrived).toEqual([])
})

it('says why nothing is paid on a day, and offers the next business day', async () => {
  const { chosen } = await renderNote({ day: '2026-12-25' })
  expect(screen.getByRole('status').textContent).toMatch(/Fri 25 Dec 2026.*Christmas/)
  await press('Use Mon 28 Dec 2026')
  expect(chosen).toEqual(['2026-12-28'])
})

it('offers no other day where the day cannot be changed', async () => {
  await renderNote({ day: '2026-11-28', disabled: true })
  expect(screen.getByRole('status').textContent).toMatch(/Sat 28 Nov 2026/)
  expect(screen.queryByRole('button')).toBeNull()
})

it('says that a currency’s calendar could not be read, once for two days', async () => {
  await renderNote({ currency: 'USD' })
  expect((await screen.findByRole('status')).textContent).toMatch(/USD/)
})

it('leaves to the other day what both would say', async () => {
  await renderNote({ currency: 'USD', beside: '2026-12-01' })
  expect(screen.queryByRole('status')).toBeNull()
})

it('says it itself while the other day is half a date', async () => {
  await renderNote({ currency: 'USD', beside: '2026-12-' })
  expect((await screen.findByRole('status')).textContent).toMatch(/USD/)
})
