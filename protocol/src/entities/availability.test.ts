import { expect, it } from 'vitest'
import { availabilityOf, isUsable, shortFrom, SignedQuantity } from './availability.ts'
import type { FlowCertainty, RegistryFlow } from './availability.ts'

const days = ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28']

const flow = (date: string, certainty: FlowCertainty, quantity: string): RegistryFlow => ({
  registry: 'bond',
  date,
  certainty,
  quantity,
})

const rowOf = (available: string, ...flows: RegistryFlow[]) =>
  availabilityOf([{ registry: 'bond', available }], flows, days).get('bond') ?? []
const certainOf = (available: string, ...flows: RegistryFlow[]) =>
  rowOf(available, ...flows).map(({ certain }) => certain)

it.each(['', '-', '-0', '01', '1.5', '+1'])('%j is not a signed quantity', (text) => {
  expect(SignedQuantity.safeParse(text).success).toBe(false)
})

it('shows today what is available now, whatever falls due today', () => {
  expect(certainOf('5', flow('2026-11-25', 'CERTAIN', '-7'))).toEqual(['5', '-2', '-2', '-2'])
})

it('counts what is overdue from tomorrow on, and what falls due later not at all', () => {
  const flows = [flow('2026-10-01', 'CERTAIN', '3'), flow('2026-12-24', 'CERTAIN', '100')]
  expect(certainOf('5', ...flows)).toEqual(['5', '8', '8', '8'])
})

it('adds to what is certain what is expected, and to that what is possible', () => {
  const flows = [
    flow('2026-11-27', 'POSSIBLE', '-4'),
    flow('2026-11-26', 'EXPECTED', '10'),
    flow('2026-11-26', 'CERTAIN', '-6'),
    flow('2026-11-26', 'HELD_UP', '1000'),
  ]
  expect(rowOf('5', ...flows)).toEqual([
    { date: '2026-11-25', certain: '5', expected: '5', possible: '5' },
    { date: '2026-11-26', certain: '-1', expected: '9', possible: '9' },
    { date: '2026-11-27', certain: '-1', expected: '9', possible: '5' },
    { date: '2026-11-28', certain: '-1', expected: '9', possible: '5' },
  ])
})

it('sets off what comes and goes of one bond on one day', () => {
  expect(certainOf('0', flow(days[1] ?? '', 'CERTAIN', '9'), flow(days[1] ?? '', 'CERTAIN', '-9'))).toEqual([
    '0',
    '0',
    '0',
    '0',
  ])
})

it('is exact beyond what a floating number holds', () => {
  const large = `1${'0'.repeat(38)}`
  expect(certainOf(large, flow(days[1] ?? '', 'CERTAIN', '1'))[1]).toBe(`${large.slice(0, -1)}1`)
})

it('has a row for what is on its way alone, and keeps instruments apart', () => {
  const rows = availabilityOf(
    [{ registry: 'held', available: '5' }],
    [flow(days[1] ?? '', 'CERTAIN', '2')],
    days,
  )
  expect(rows.get('held')?.map(({ certain }) => certain)).toEqual(['5', '5', '5', '5'])
  expect(rows.get('bond')?.map(({ certain }) => certain)).toEqual(['0', '2', '2', '2'])
})

it('is short from the first day on which something certain must go out that is not certain to be there', () => {
  const row = rowOf('5', flow('2026-11-27', 'CERTAIN', '-6'), flow('2026-11-26', 'POSSIBLE', '-9'))
  expect(shortFrom(row)).toBe('2026-11-27')
  expect(shortFrom(rowOf('5', flow('2026-11-27', 'CERTAIN', '-5')))).toBeNull()
})

it('can be used in a registry that is registered, and in no other', () => {
  expect(isUsable({ registryState: 'REGISTERED' })).toBe(true)
  expect(isUsable({ registryState: 'SUSPENDED' })).toBe(false)
  expect(isUsable({ registryState: 'DEREGISTERED' })).toBe(false)
})
