import type { Position, Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { ticket } from '../../../messages/en/ticket.ts'
import { addMessages } from '../../../messages/t.ts'
import type { Deal } from './dealView.ts'
import { farPriceTexts, openingsIn } from './lastDeals.ts'
import { emptyDraft, type TransferDraft } from './transferDraft.ts'

addMessages(ticket)

const fund = { registryId: '0x3', unit: 'UNITS' } as Position
const dealOf = (draft: Partial<TransferDraft> = {}, instrument = fund): Deal => {
  const chosen = {
    instrumentName: 'Rhône Equity Fund (LU1681048804)',
    accountName: '4100118',
    limits: { decimals: 3, available: undefined },
    instrument,
    held: [instrument],
  }
  return {
    draft: {
      ...emptyDraft([], '2026-11-23'),
      kind: 'REPO',
      deliver: { registryId: '0x3', account: '4100118', quantity: '100' },
      cashQuantity: '25,000',
      ...draft,
    },
    choices: { deliver: chosen, receive: chosen },
    counterparty: 'Baltic',
  }
}
const settled = {
  deliveryState: 'SETTLED',
  openingDeliveryId: null,
  deliver: { quantity: '50000', decimals: 3, unit: 'UNITS' },
  receive: null,
  legs: [{ legType: 'DIGITAL' }, { legType: 'EXTERNAL' }],
  cashQuantity: '5000.00',
  cashCurrency: 'EUR',
  repo: { purchaseDate: '2026-11-12' },
} as unknown as Transfer
const last = (part: object = {}) => ({ ...settled, ...part })

it('offers no return and no exchange as the last deal', () => {
  expect(openingsIn([last({ openingDeliveryId: '0x01' }), settled])).toEqual([settled])
})

it('says nothing of a price where no settled repo of the same unit and currency gives another one', () => {
  expect(farPriceTexts(dealOf(), [])).toEqual([])
  for (const part of [
    { deliveryState: 'PENDING' },
    { deliveryState: 'CANCELED' },
    { openingDeliveryId: '0x01' },
    { repo: null, cashQuantity: null, cashCurrency: null },
    { cashCurrency: 'CHF' },
    { deliver: { ...settled.deliver, unit: 'USD' } },
    { deliver: { ...settled.deliver, quantity: '0' } },
    { legs: [{ legType: 'DIGITAL' }, { legType: 'DIGITAL' }, { legType: 'EXTERNAL' }] },
  ])
    expect(farPriceTexts(dealOf(), [last(part)])).toEqual([])
})

it('says nothing while quantity or cash cannot be read, of a price within 50%, and of one in percent', () => {
  const textsOf = (...parameters: Parameters<typeof dealOf>) =>
    farPriceTexts(dealOf(...parameters), [settled])
  expect(textsOf({ cashQuantity: '' })).toEqual([])
  expect(textsOf({ deliver: { registryId: '0x3', account: '4100118', quantity: '' } })).toEqual([])
  expect(textsOf({ kind: 'FOP' })).toEqual([])
  expect(textsOf({ cashQuantity: '15,000' })).toEqual([])
  expect(textsOf({ cashQuantity: '5,000' })).toEqual([])
  expect(textsOf({}, { ...fund, unit: 'EUR' })).toEqual([])
})

it('names the price of the last settled repo and its day where the new one is more than 50% away', () => {
  expect(farPriceTexts(dealOf(), [last({ deliveryState: 'PENDING' }), settled])).toEqual([
    'Unusual price: EUR 250.00 per unit. Your last settled repo of this instrument, on 12 Nov 2026, was at EUR 100.00 per unit. Check quantity and cash.',
  ])
  const bought = dealOf({ direction: 'RECEIVE', receive: dealOf().draft.deliver, cashQuantity: '4,999.99' })
  const [text] = farPriceTexts(bought, [last({ receive: settled.deliver, deliver: null })])
  expect(text).toContain('Unusual price: EUR 49.9999 per unit.')
  expect(farPriceTexts(dealOf({ cashQuantity: '15,000.01' }), [settled])).toHaveLength(1)
})

it('compares with the newest of several, not with the nearest', () => {
  const newer = last({ cashQuantity: '12000.00', repo: { purchaseDate: '2026-11-20' } })
  expect(farPriceTexts(dealOf(), [newer, settled])).toEqual([])
  expect(farPriceTexts(dealOf({ cashQuantity: '10,000' }), [newer, settled])[0]).toContain(
    'on 20 Nov 2026, was at EUR 240.00 per unit.',
  )
})
