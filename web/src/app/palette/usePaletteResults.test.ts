import { expect, it } from 'vitest'
import { amountOf, questionsOf } from './usePaletteResults.ts'

it('reads no amount from a text, an ISIN, an id or a date', () => {
  for (const typed of ['', 'Baltic', 'DE000A2LQ5M4', '0x6409', '2026-11-23', '1.2.3', '12 EUR'])
    expect(amountOf(typed)).toBeUndefined()
})

it('reads an amount with or without marks between its thousands', () => {
  expect(amountOf('2,060,000')).toBe('2060000')
  expect(amountOf(" 2'060'000.50 ")).toBe('2060000.50')
  expect(amountOf('100')).toBe('100')
})

it('searches a number as an amount, and as a text: it may be an account or a code', () => {
  expect(questionsOf('4100118', ['quantity'])).toEqual([
    { filter: '4100118' },
    { where: ['quantity:at-least:4100118', 'quantity:at-most:4100118'] },
  ])
  expect(questionsOf('Baltic', ['quantity'])).toEqual([{ filter: 'Baltic' }])
})
