import type { AccountNumber, DeliveryDetails, Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { app } from '../../../messages/en/app.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { deals } from '../../../messages/en/deals.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages } from '../../../messages/t.ts'
import { dealWords } from './dealWords.ts'

addMessages(app)
addMessages(transactions)
addMessages(deals)
addMessages(transfers)

const transfer = {
  transferType: 'REPO',
  direction: 'RECEIVE',
  valueDate: 0,
  deliver: null,
  receive: { identifier: 'DE000A2LQ5M9', account: null, quantity: '3', decimals: 0 },
  description: null,
  cashQuantity: null,
  cashCurrency: null,
} as Transfer
const details = {
  description: 'One week',
  cashQuantity: '24650000.00',
  cashCurrency: 'EUR',
} as DeliveryDetails
const accounts = { receive: '4100020' as AccountNumber }

it('says beside the bytes what one pays and receives, and into which account', () => {
  const planned = { transfer, accounts, check: { result: 'matches', details } as const }
  expect(dealWords(planned, (identifier) => identifier)).toEqual({
    sides: [
      'You deliver 24,650,000.00 EUR Cash Documented',
      'You receive 3 DE000A2LQ5M9, into account 4100020',
    ],
    terms: 'One week · Part of the deal Opening',
  })
})

it('uses no amount that the ledger does not vouch for', () => {
  const told = { ...transfer, cashQuantity: '1.00', cashCurrency: 'EUR', description: 'Made up' } as Transfer
  const planned = { transfer: told, accounts, check: { result: 'differs' } as const }
  const { sides, terms } = dealWords(planned, (identifier) => identifier)
  expect(sides[0]).toBe('You deliver not known yet Cash Documented')
  expect(terms).toBe('')
})
