import type { Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { dutyWords } from './dutyWords.ts'

const repo = {
  transferType: 'REPO',
  direction: 'DELIVER',
  deliver: { identifier: 'DE000A2LQ5M9', account: null, quantity: '3', decimals: 0 },
  receive: null,
  cashQuantity: '98000.00',
  cashCurrency: 'EUR',
} as Transfer
const named = { counterparty: 'Baltic', instrumentOf: (identifier: string) => identifier, accounts: {} }

it('names the account as soon as one is chosen', () => {
  expect(dutyWords('deliver', repo, named)).toMatch(
    /3 DE000A2LQ5M9 to Baltic: .* the account that you choose\.$/,
  )
  expect(dutyWords('deliver', repo, { ...named, accounts: { deliver: '41' } })).toMatch(/ account 41\.$/)
})

it('names the account that was named before', () => {
  const deliver = { ...repo.deliver, account: '7' } as Transfer['deliver']
  expect(dutyWords('deliver', { ...repo, deliver }, named)).toMatch(/ account 7\.$/)
})

it('says that an amount is not known rather than nothing', () => {
  expect(dutyWords('getPaid', repo, named)).toBe('You confirm that 98,000.00 EUR has arrived from Baltic.')
  expect(dutyWords('getPaid', { ...repo, cashQuantity: null }, named)).toBe(
    'You confirm that a payment whose amount is not known yet has arrived from Baltic.',
  )
})
