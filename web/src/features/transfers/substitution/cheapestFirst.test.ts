import type { Deal, DealLot } from '@connex/protocol/deals'
import type { QuotedPrice } from '@connex/sdk'
import { expect, it } from 'vitest'
import { cheapestFirst } from './cheapestFirst.ts'
import type { Available } from './substitutionForm.ts'

const position = (name: string, given: Partial<Available> = {}) =>
  ({ registryId: `registry of ${name}`, instrumentId: name, unit: 'EUR', ...given }) as Available
const lot = (name: string, asset: string) =>
  ({ lot: name, asset: { assetId: `registry of ${asset}` } }) as DealLot
const deal = {
  lots: [lot('P1', 'bund'), lot('P2', 'note')],
  terms: {
    margin: {
      haircuts: [
        { lot: 'P1', haircut: '2' },
        { lot: 'P2', haircut: '10' },
      ],
    },
  },
  events: [
    { priceUsed: [{ instrument: 'bill', clean: '97', accrued: '0.5', date: '2026-11-24' }] },
    { priceUsed: [{ instrument: 'bill', clean: '50', accrued: '0', date: '2026-11-23' }] },
  ],
} as unknown as Deal
const price = (instrumentId: string, clean: string) => ({ instrumentId, clean }) as QuotedPrice
const ordered = (positions: Available[], prices: QuotedPrice[] = [], suspended?: string) =>
  cheapestFirst(positions, {
    deal,
    lots: deal.lots.slice(0, 1),
    prices,
    isSuspended: ({ instrumentId }) => instrumentId === suspended,
  }).map(({ instrumentId }) => instrumentId)

it('leaves what has no price in its order, and puts what is suspended behind it', () => {
  const all = [position('share'), position('fund'), position('note')]
  expect(ordered(all)).toEqual(['share', 'fund', 'note'])
  expect(ordered(all, [price('share', '1')], 'share')).toEqual(['fund', 'note', 'share'])
})

it('orders by the price after the haircut: that of the same securities in the deal, else that of what goes out', () => {
  // 100 less 10% are below 92 less 2%.
  expect(
    ordered([position('share'), position('note')], [price('share', '92'), price('note', '100')]),
  ).toEqual(['note', 'share'])
})

it('takes the last price that the deal has quoted where none is typed, and one for a unit times 100', () => {
  const fund = position('fund', { unit: 'UNITS' })
  expect(ordered([fund, position('bill')], [price('fund', '0.98')])).toEqual(['bill', 'fund'])
  expect(ordered([fund, position('bill')], [price('fund', '0.97')])).toEqual(['fund', 'bill'])
})
