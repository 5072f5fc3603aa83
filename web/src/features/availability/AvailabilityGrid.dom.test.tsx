import { Availability } from '@connex/protocol'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../test/screen.tsx'
import { availability } from '../../messages/en/desk/availability.ts'
import { addMessages } from '../../messages/t.ts'
import { AvailabilityGrid } from './AvailabilityGrid.tsx'
import { daysOf, rowKey, type Need } from './rows.ts'

addMessages(availability)

const rowOf = (digit: string, more: object = {}): Availability =>
  Availability.parse({
    registryManagerAddr: `0x${'a'.repeat(40)}`,
    registrarAddr: `0x${'b'.repeat(40)}`,
    registryId: `0x${digit.repeat(64)}`,
    instrumentId: null,
    identifier: 'DE000CNX0017',
    label: `Paper ${digit}`,
    unit: 'EUR',
    decimals: 0,
    registryState: 'REGISTERED',
    available: '1000',
    heldUp: '0',
    days: [
      { date: '2026-11-27', certain: '1000', expected: '1000', possible: '1000' },
      { date: '2026-11-28', certain: '-200', expected: '600', possible: '1600' },
      { date: '2026-11-30', certain: '400', expected: '800', possible: '1600' },
    ],
    shortFrom: null,
    ...more,
  })

async function renderGrid(
  rows: readonly Availability[],
  more: { need?: Need; isPast?: boolean; cell?: string } = {},
) {
  const opened: (string | undefined)[] = []
  await renderScreen(
    <AvailabilityGrid
      rows={rows}
      days={daysOf(rows)}
      need={more.need}
      isPast={more.isPast ?? false}
      cell={more.cell}
      onCell={(cell) => opened.push(cell)}
    />,
  )
  return { opened, cells: [...document.querySelectorAll<HTMLElement>('[data-cell]')] }
}

const key = (name: string, init: KeyboardEventInit = {}) =>
  act(async () => void fireEvent.keyDown(screen.getByRole('grid'), { key: name, ...init }))
const one = rowOf('1')

it('says of each day what is certain, expected and possible, or how much is missing', async () => {
  const { cells } = await renderGrid([one])
  expect(cells.map((cell) => cell.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^Fri 27 Nov.*1,000/),
    expect.stringMatching(/^Sat 28 Nov.*200.*600.*1,600/),
    expect.stringMatching(/^Mon 30 Nov.*400.*800.*1,600/),
  ])
  expect(cells.map((cell) => cell.textContent)).toEqual(['', '!', ''])
  expect(cells.map((cell) => cell.dataset['short'])).toEqual([undefined, 'true', undefined])
  expect(cells[2]?.style.getPropertyValue('--certain')).toBe('25%')
  expect(cells[2]?.style.getPropertyValue('--possible')).toBe('100%')
})

it('marks the days on which nothing is paid, and makes them narrow', async () => {
  const { cells } = await renderGrid([one])
  expect(cells.map((cell) => cell.dataset['closed'])).toEqual([undefined, 'true', undefined])
  expect(screen.getByRole('grid').style.getPropertyValue('--days')).toBe(
    'minmax(24px,1fr) minmax(12px,0.4fr) minmax(24px,1fr)',
  )
  const headers = screen.getAllByRole('columnheader').slice(2)
  expect(headers.map((header) => header.dataset['closed'])).toEqual([undefined, 'true', undefined])
  expect(headers[1]?.getAttribute('aria-label')).toMatch(/^Sat 28 Nov, /)
  expect(headers[0]?.title).toBe('')
})

it('says of a row why it cannot be used, from when it is short, and what is held up', async () => {
  const { cells } = await renderGrid([
    rowOf('1', { registryState: 'SUSPENDED' }),
    rowOf('2', { shortFrom: '2026-11-28', heldUp: '50' }),
  ])
  const [first, second] = screen.getAllByRole('rowheader').map((header) => header.textContent)
  expect(first).toMatch(/suspended/)
  expect(second).toMatch(/Sat 28 Nov/)
  expect(second).toMatch(/50/)
  expect(cells.slice(0, 3).every((cell) => cell.dataset['unusable'] === 'true')).toBe(true)
  expect(cells[0]?.getAttribute('aria-label')).toMatch(/suspended/)
  expect(cells[3]?.dataset['unusable']).toBeUndefined()
})

it('marks the day of a need, and says whether each row can meet it', async () => {
  const { cells } = await renderGrid([one, rowOf('2', { registryState: 'SUSPENDED' })], {
    need: { quantity: '500', day: '2026-11-30' },
  })
  expect(cells.slice(0, 3).map((cell) => cell.dataset['needed'])).toEqual([undefined, undefined, 'true'])
  const rows = [...document.querySelectorAll<HTMLElement>('[data-means]')]
  expect(rows.map((row) => row.dataset['means'])).toEqual(['expected', 'no'])
})

it('names the present or the past in the column of what is available', async () => {
  const { unmount } = await renderScreen(
    <AvailabilityGrid
      rows={[one]}
      days={daysOf([one])}
      need={undefined}
      isPast={false}
      cell={undefined}
      onCell={() => undefined}
    />,
  )
  const now = screen.getAllByRole('columnheader')[1]?.textContent
  unmount()
  await renderGrid([one], { isPast: true })
  expect(screen.getAllByRole('columnheader')[1]?.textContent).not.toBe(now)
})

it('is one stop of the keyboard, moves by the arrows, and leaves other shortcuts to the browser', async () => {
  const { cells } = await renderGrid([one, rowOf('2')])
  const stops = () => cells.filter(({ tabIndex }) => tabIndex === 0).map((cell) => cell.dataset['cell'])
  expect(stops()).toEqual(['0.0'])
  await key('ArrowRight')
  await key('ArrowDown')
  expect(stops()).toEqual(['1.1'])
  await key('End')
  await key('ArrowDown', { ctrlKey: true })
  expect(stops()).toEqual(['1.2'])
  expect(document.activeElement).toBe(cells[5])
  await key('Home')
  expect(stops()).toEqual(['1.0'])
})

it('opens a day by a click, and closes the open one with Escape', async () => {
  const address = `${rowKey(one)}.2026-11-28`
  const { opened, cells } = await renderGrid([one], { cell: address })
  expect(cells.map((cell) => cell.getAttribute('aria-pressed'))).toEqual(['false', 'true', 'false'])
  await act(async () => void fireEvent.click(cells[2] ?? document.body))
  await key('Escape')
  expect(opened).toEqual([`${rowKey(one)}.2026-11-30`, undefined])
})

it('leaves Escape alone while nothing is open', async () => {
  const { opened } = await renderGrid([one])
  await key('Escape')
  expect(opened).toEqual([])
})
