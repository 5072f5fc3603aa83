import type { DealPayment } from '@connex/protocol/deals'
import { expect, it } from 'vitest'
import { transferForms } from '../../../messages/en/transferForms.ts'
import { addMessages } from '../../../messages/t.ts'
import { returnPaper } from './ReturnPaper.tsx'
import type { ReturnTerms } from './returnForm.ts'
import type { ReturnAccount } from './useReturnAccounts.ts'

addMessages(transferForms)

const accountOf = (lot: string, custodian: string, accountName = '4100 (Trading book)') =>
  ({
    move: { lot },
    custodian,
    choices: { instrumentName: `Bond ${lot}`, accountName, limits: { decimals: 2, available: undefined } },
  }) as unknown as ReturnAccount
const moveOf = (lot: string, key: 'deliver' | 'receive', quantity: bigint, account: string) => ({
  lot,
  key,
  terms: { quantity, account },
})
const repo = {
  kind: 'REPO',
  direction: 'DELIVER',
  description: 'Return of one week',
  moves: [moveOf('P1', 'deliver', 100_000_000_001n, '4100')],
  repo: { terms: { purchasePrice: '980416.11', repurchaseDate: '2026-11-30' }, currency: 'EUR' },
} as unknown as ReturnTerms
const payment = { principal: 98_000_000n, interest: 41_611n, currency: 'EUR' } as DealPayment
const accounts = [accountOf('P1', 'Meridian')]
const paper = (given: Partial<Parameters<typeof returnPaper>[0]> = {}) =>
  returnPaper({ terms: repo, accounts, counterparty: 'Baltic', payment, isPart: false, ...given }).map(
    ({ term, value, note }) => [term, value, ...(note === undefined ? [] : [note])],
  )

it('the return of a repo has each field of the form, the cash and its interest', () => {
  expect(paper()).toEqual([
    ['Type', 'Return of a repo'],
    ['Counterparty', 'Baltic'],
    ['Custodian', 'Meridian'],
    ['You deliver', '1,000,000,000.01 Bond P1', 'account 4100 (Trading book)'],
    ['You are paid', 'EUR 980,416.11'],
    ['Interest', 'EUR 416.11'],
    ['Repurchase date', 'Mon 30 Nov 2026'],
    ['Description', 'Return of one week'],
  ])
})

it('a part is named as one, and says when its interest is paid', () => {
  const part = paper({ isPart: true, payment: { ...payment, interest: null } })
  expect(part).toContainEqual(['Type', 'Return of a part of a repo'])
  expect(part).toContainEqual(['Interest', 'Paid with the last return'])
})

it('lots with several custodians each name theirs, and a loan has no cash and no date', () => {
  const moves = [
    moveOf('P1', 'deliver', 100n, '4100'),
    moveOf('P2', 'deliver', 200n, '7700'),
    moveOf('M1', 'receive', 300n, '4101'),
  ]
  const loan = { ...repo, kind: 'SEC_LEND', moves, repo: undefined } as unknown as ReturnTerms
  const two = [...accounts, accountOf('P2', 'Nordhafen', '7700'), accountOf('M1', 'Meridian', '4101')]
  expect(paper({ terms: loan, accounts: two, payment: null })).toEqual([
    ['Type', 'Return of a loan'],
    ['Counterparty', 'Baltic'],
    ['Custodian', 'Meridian, Nordhafen'],
    ['You deliver', '1.00 Bond P1', 'account 4100 (Trading book) · Meridian'],
    ['You deliver', '2.00 Bond P2', 'account 7700 · Nordhafen'],
    ['You receive', '3.00 Bond M1', 'account 4101 · Meridian'],
    ['Description', 'Return of one week'],
  ])
})
