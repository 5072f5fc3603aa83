import { expect, it } from 'vitest'
import { sumByUnit } from './sumByUnit.ts'

it('never adds across units', () => {
  expect(
    sumByUnit([
      { unit: 'EUR', decimals: 0, quantity: 300n },
      { unit: 'USD', decimals: 0, quantity: 4n },
    ]),
  ).toEqual([
    { unit: 'EUR', decimals: 0, quantity: 300n },
    { unit: 'USD', decimals: 0, quantity: 4n },
  ])
})

it('adds quantities of different decimals to the last digit', () => {
  const most = 10n ** 38n - 1n
  expect(
    sumByUnit([
      { unit: 'EUR', decimals: 0, quantity: most },
      { unit: 'EUR', decimals: 18, quantity: 1n },
    ]),
  ).toEqual([{ unit: 'EUR', decimals: 18, quantity: most * 10n ** 18n + 1n }])
})

it('has no sum of nothing', () => expect(sumByUnit([])).toEqual([]))
