import type { Address, DeliveryLeg, Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { app } from '../../../messages/en/app.ts'
import { addMessages } from '../../../messages/t.ts'
import { instrumentNames, quantityText, transferLeg, transferTitle } from './transferSummary.ts'

addMessages(app)

const [own, other] = ['0x01', '0x02'] as [Address, Address]
const leg = (legType: DeliveryLeg['legType'], sender: Address) => ({ legType, sender }) as DeliveryLeg
const repoLegs = [leg('DIGITAL', own), leg('EXTERNAL', other)]

type Sided = Parameters<typeof transferLeg>[0]

const securities = { identifier: 'DE000A2LQ5M9', account: '4100020', quantity: '2500000050', decimals: 2 }
const sided = (given: Partial<Sided>): Sided => ({
  deliver: securities as Transfer['deliver'],
  receive: null,
  legs: [leg('DIGITAL', own)],
  direction: 'DELIVER',
  cashQuantity: null,
  cashCurrency: null,
  ...given,
})

it('says nothing of the side on which nothing moves', () => {
  expect(transferLeg(sided({}), 'receive')).toBeUndefined()
})

it('titles a transfer by its kind and counterparty, and a request by its custodian', () => {
  const plain = { dealEvent: null, isCashOnly: false }
  expect(transferTitle({ ...plain, transferType: 'REPO' }, 'Baltic')).toBe('Repo with Baltic')
  expect(transferTitle({ ...plain, transferType: 'MINT' }, 'Meridian')).toBe('Mint request to Meridian')
})

it('titles an event of a deal by what it is, and a payment as one', () => {
  const closing = { transferType: 'REPO', dealEvent: 'RETURN', isCashOnly: false } as const
  expect(transferTitle(closing, 'Baltic')).toBe('Return of a repo with Baltic')
  const payment = { transferType: 'FOP', dealEvent: null, isCashOnly: true } as const
  expect(transferTitle(payment, 'Baltic')).toBe('Cash payment with Baltic')
})

it('names the securities with their exact quantity', () => {
  expect(transferLeg(sided({}), 'deliver')).toEqual({
    kind: 'securities',
    instrument: 'DE000A2LQ5M9',
    isCode: true,
    account: '4100020',
    quantity: '25,000,000.50',
  })
})

it('calls a private instrument by its label where that is known, else by its fingerprint cut short', () => {
  const identifier = `0x${'a1'.repeat(32)}`
  const transfer = sided({ deliver: { ...securities, identifier } as Transfer['deliver'] })
  expect(transferLeg(transfer, 'deliver')).toMatchObject({ instrument: '0xa1a1…a1a1', isCode: true })
  const label = 'Kontor Loan Note A'
  const labeled = sided({ deliver: { ...securities, identifier, label } as Transfer['deliver'] })
  expect(transferLeg(labeled, 'deliver')).toMatchObject({ instrument: label, isCode: false })
  expect(instrumentNames(labeled)(identifier)).toBe(label)
  expect(instrumentNames(labeled)('DE000A2LQ5M9')).toBe('DE000A2LQ5M9')
})

it('calls the cash of a repo documented, on the side against the securities', () => {
  const repo = sided({
    legs: repoLegs,
    cashQuantity: '24650000.00',
    cashCurrency: 'EUR',
  })
  expect(transferLeg(repo, 'receive')).toEqual({
    kind: 'cash',
    instrument: 'Cash Documented',
    isCode: false,
    account: '',
    quantity: 'EUR 24,650,000.00',
  })
})

it('leaves the amount out while the private details have not come', () => {
  expect(transferLeg(sided({ legs: repoLegs }), 'receive')).toMatchObject({
    kind: 'cash',
    quantity: '',
  })
})

it('shows a payment alone by its cash, on the side of who pays', () => {
  const paid = { legs: [leg('EXTERNAL', own)], deliver: null, cashQuantity: '666.67' }
  expect(transferLeg(sided(paid), 'deliver')).toMatchObject({ kind: 'cash', quantity: '666.67' })
  expect(transferLeg(sided(paid), 'receive')).toBeUndefined()
  expect(transferLeg(sided({ ...paid, direction: 'RECEIVE' }), 'receive')).toMatchObject({ kind: 'cash' })
})

it('shows the cash of a loan beside the securities that go the same way', () => {
  const legs = [leg('DIGITAL', own), leg('EXTERNAL', own)]
  const secured = { legs, cashQuantity: '666.67', cashCurrency: 'EUR' } as const
  expect(quantityText(sided(secured), 'deliver')).toBe(
    `${transferLeg(sided(secured), 'deliver')?.quantity ?? ''} + EUR 666.67`,
  )
  expect(quantityText(sided({ legs }), 'deliver')).toMatch(/^[\d,.]+ \+ Cash Documented$/)
  expect(quantityText(sided({ ...secured, legs: repoLegs }), 'receive')).toBe('EUR 666.67')
  expect(quantityText(sided({}), 'receive')).toBe('')
})
