import type { Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { app } from '../../../messages/en/app.ts'
import { addMessages } from '../../../messages/t.ts'
import { instrumentNames, transferLeg, transferTitle } from './transferSummary.ts'

addMessages(app)

type Sided = Parameters<typeof transferLeg>[0]

const securities = { identifier: 'DE000A2LQ5M9', account: '4100020', quantity: '2500000050', decimals: 2 }
const sided = (given: Partial<Sided>): Sided => ({
  deliver: securities as Transfer['deliver'],
  receive: null,
  transferType: 'FOP',
  direction: 'DELIVER',
  cashQuantity: null,
  cashCurrency: null,
  ...given,
})

it('says nothing of the side on which nothing moves', () => {
  expect(transferLeg(sided({}), 'receive')).toBeUndefined()
})

it('titles a transfer by its kind and counterparty, and a request by its custodian', () => {
  expect(transferTitle({ transferType: 'REPO' }, 'Baltic')).toBe('Repo with Baltic')
  expect(transferTitle({ transferType: 'MINT' }, 'Meridian')).toBe('Mint request to Meridian')
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
    transferType: 'REPO',
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
  expect(transferLeg(sided({ transferType: 'REPO' }), 'receive')).toMatchObject({
    kind: 'cash',
    quantity: '',
  })
})
