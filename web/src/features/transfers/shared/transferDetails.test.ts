import type { DealDetails } from '@connex/protocol/deals'
import type { Transfer } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import { detailsDoubtText, withDetails } from './transferDetails.ts'

addMessages(transfers)

const digital = { legs: [{ legType: 'DIGITAL' }] } as unknown as Transfer
const exchange = {
  legs: [
    { legType: 'DIGITAL', sender: 'alpenbank', receiver: 'baltic' },
    { legType: 'DIGITAL', sender: 'baltic', receiver: 'alpenbank' },
  ],
} as unknown as Transfer
const repo = { legs: [{ legType: 'DIGITAL' }, { legType: 'EXTERNAL' }] } as unknown as Transfer

describe('Private details', () => {
  it('are in doubt where the ledger vouches for others', () => {
    expect(detailsDoubtText(digital, { result: 'differs' })).toMatch(/do not match/)
    expect(detailsDoubtText(repo, { result: 'differs' })).toMatch(/do not match/)
  })

  it('are missed only where an amount of cash, or the deal behind an exchange, depends on them', () => {
    expect(detailsDoubtText(repo, { result: 'missing' })).toMatch(/amount to pay is unknown/)
    expect(detailsDoubtText(exchange, { result: 'missing' })).toMatch(/deal behind this exchange is unknown/)
    expect(detailsDoubtText(digital, { result: 'missing' })).toBeUndefined()
  })

  it('are relied on where they match', () => {
    expect(detailsDoubtText(repo, { result: 'matches', details: {} as never })).toBeUndefined()
  })
})

it('tells the event of a deal and what is paid from the details that match, and from no others', () => {
  const transfer = { dealEvent: 'RETURN', cashQuantity: '1.00', cashCurrency: 'EUR' } as Transfer
  const details = {
    description: 'Exchange',
    openingDeliveryId: `0x${'a1'.repeat(32)}`,
    deal: {
      event: 'INTEREST',
      cash: [{ legIdx: 0, amount: '5.00', currency: 'USD', purpose: 'INTEREST' }],
    },
  } as unknown as DealDetails
  expect(withDetails(transfer, undefined)).toBe(transfer)
  expect(withDetails(transfer, { result: 'differs' })).toMatchObject({ dealEvent: null, cashQuantity: null })
  expect(withDetails(transfer, { result: 'matches', details })).toMatchObject({
    description: 'Exchange',
    openingDeliveryId: details.openingDeliveryId,
    dealEvent: 'INTEREST',
    cashQuantity: '5.00',
    cashCurrency: 'USD',
  })
})
