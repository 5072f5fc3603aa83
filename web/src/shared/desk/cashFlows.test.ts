import type { DueEvent } from '@connex/protocol'
import { expect, it } from 'vitest'
import { amountOf, cashFlowsOf, cashFlowTexts, centsOf } from './cashFlows.ts'

type Sides = Pick<DueEvent, 'incoming' | 'outgoing'>
const sides = (incoming?: string, outgoing?: string, currency = 'EUR'): Sides => {
  const side = (amount: string | undefined) => ({
    securities: [],
    cash: amount === undefined ? null : { amount, currency },
  })
  return { incoming: side(incoming), outgoing: side(outgoing) } as Sides
}

it('has no flow where no cash moves', () => {
  expect(cashFlowsOf([sides()])).toEqual([])
  expect(cashFlowTexts([])).toEqual([])
})

it('adds up to the cent, beyond what a floating number holds, each currency alone', () => {
  const flows = cashFlowsOf([
    sides('99999999999999999.99'),
    sides('0.02', '10.00'),
    sides(undefined, '5.00', 'USD'),
  ])
  expect(flows).toEqual([
    { currency: 'EUR', incoming: '100000000000000000.01', outgoing: '10.00' },
    { currency: 'USD', incoming: '0.00', outgoing: '5.00' },
  ])
  expect(cashFlowTexts(flows)).toHaveLength(3)
  expect(cashFlowTexts(flows)[0]).toMatch(/^in .*100,000,000,000,000,000\.01/)
})

it('reads and writes amounts', () => {
  expect(amountOf(centsOf('2018800.05'))).toBe('2018800.05')
  expect(amountOf(5n)).toBe('0.05')
})
