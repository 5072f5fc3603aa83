import type { Position, RegistryInstrument } from '@connex/protocol'
import { describe, expect, it } from 'vitest'
import { addMessages } from '../../../messages/t.ts'
import { ticket } from '../../../messages/en/ticket.ts'
import { unusualTexts } from './DealNotes.tsx'
import { dealSentences } from './dealSentence.ts'
import { viewDeal, type Deal } from './dealView.ts'
import { emptyDraft, type TransferDraft } from './transferDraft.ts'

addMessages(ticket)

const bond = { registryId: '0x3', unit: 'EUR' } as Position
const choice = {
  instrumentName: 'Bund 2030 (DE000A2LQ5M4)',
  accountName: '4100118',
  limits: { decimals: 0, available: undefined },
  instrument: bond,
  held: [bond],
}
const repo: TransferDraft = {
  ...emptyDraft([], '2026-11-23'),
  kind: 'REPO',
  counterpartyAddr: '0x02',
  deliver: { registryId: '0x3', account: '4100118', quantity: '2,060,000' },
  cashQuantity: '2,018,800',
  rate: '2.14',
  purchaseDate: '2026-11-23',
  repurchaseDate: '2026-11-30',
}
const dealOf = (draft: Partial<TransferDraft>, instrument: unknown = bond): Deal => {
  const chosen = { ...choice, instrument: instrument as Position, held: [instrument as Position] }
  return {
    draft: { ...repo, ...draft },
    choices: { deliver: chosen, receive: chosen },
    counterparty: 'Baltic',
  }
}
const repoOf = (draft: Partial<TransferDraft>, instrument?: unknown) =>
  viewDeal(dealOf(draft, instrument)).repo
const readAloud = (deal: Deal) =>
  dealSentences(viewDeal(deal)).map((pieces) =>
    pieces.map(({ text, kind }) => (kind === 'missing' ? `[${text}]` : text)).join(''),
  )

describe('what cannot be read yet has no figure', () => {
  it.each([
    [{ cashQuantity: '' }, ['price', 'interest', 'buyBack']],
    [{ cashQuantity: '1,5x' }, ['price', 'interest', 'buyBack']],
    [{ rate: 'two' }, ['interest', 'buyBack']],
    [{ repurchaseDate: '2026-11-23' }, ['interest', 'buyBack', 'days']],
    [{ repurchaseDate: '2026-11-3x' }, ['interest', 'buyBack', 'days']],
    [{ deliver: { ...repo.deliver, quantity: '' } }, ['price']],
    [{ deliver: { ...repo.deliver, registryId: null } }, ['price']],
  ] as const)('%j leaves out %j', (draft, missing) => {
    const view = repoOf(draft)
    const figures = ['price', 'interest', 'buyBack', 'days'] as const
    expect(figures.filter((name) => view?.[name] === undefined).sort()).toEqual([...missing].sort())
  })

  it('names it in the sentence', () => {
    const nothing = { deliver: { registryId: null, account: null, quantity: '' }, cashQuantity: '', rate: '' }
    expect(readAloud({ ...dealOf({ ...nothing, repurchaseDate: '' }), counterparty: undefined })).toEqual([
      'You deliver [quantity and instrument] from account [account] to [counterparty].',
      '[counterparty] pays you [cash]: documented cash, paid outside the ledger.',
      'Open from Mon 23 Nov 2026, at [rate]% p.a., ACT/360.',
    ])
  })
})

describe('a repo', () => {
  it('has its price, haircut, interest and repurchase price, exact to the cent', () => {
    expect(repoOf({})).toMatchObject({
      cash: 'EUR 2,018,800.00',
      days: 7,
      interest: 'EUR 840.05',
      buyBack: 'EUR 2,019,640.05',
      price: { price: { text: '98.00' }, haircut: { text: '2.00' }, isUnusual: false },
    })
    expect(repoOf({ rate: '-0.5' })?.interest).toBe('EUR −196.27')
  })

  it('is read aloud as it is typed', () => {
    expect(readAloud(dealOf({}))).toEqual([
      'You deliver 2,060,000 Bund 2030 (DE000A2LQ5M4) from account 4100118 to Baltic.',
      'Baltic pays you EUR 2,018,800.00: documented cash, paid outside the ledger.',
      'From Mon 23 Nov 2026 to Mon 30 Nov 2026 (7 days) at 2.14% p.a., ACT/360.',
    ])
  })

  it('is read aloud with its optional terms', () => {
    const margin = { method: 'A', marginRatio: '102', substitution: 'NONE' } as const
    expect(readAloud({ ...dealOf({}), more: { reference: 'DESK-4711', margin } }).at(-1)).toBe(
      'Terms: reference DESK-4711; margin by ratio to the repurchase price (method A); margin ratio 102%; substitution never.',
    )
  })

  it('has a price per unit of a fund, which nobody holds yet', () => {
    const fund = { registryId: '0x9', instrumentType: 'FUND' } as unknown as RegistryInstrument
    const deal = dealOf({}, fund)
    const choices = { ...deal.choices, deliver: { ...choice, instrument: fund } }
    expect(viewDeal({ ...deal, choices }).repo?.price).toEqual({
      quotation: 'PER_UNIT',
      price: { text: '0.98', isExact: true },
      unit: 'UNITS',
    })
  })
})

it('a loan has its collateral in percent of what is lent, in the same currency only', () => {
  const loan = { kind: 'SEC_LEND', receive: { ...repo.deliver, quantity: '2,163,000' } } as const
  expect(viewDeal(dealOf(loan)).cover?.ratio).toEqual({ text: '105.00', isExact: true })
  expect(viewDeal(dealOf(loan, { ...bond, unit: 'UNITS' })).cover).toBeUndefined()
})

it('an unusual price and a first counterparty deserve a second look', () => {
  expect(unusualTexts(viewDeal(dealOf({})), false)).toEqual([])
  expect(unusualTexts(viewDeal(dealOf({ cashQuantity: '201,880' })), true)).toEqual([
    'Unusual price: 9.80% of nominal. Check quantity and cash.',
    'Your first transfer with Baltic. Check that this is the right counterparty.',
  ])
})

it('collateral that is what is lent deserves a second look', () => {
  const lent = { ...bond, instrumentId: '0x7' as Position['instrumentId'] }
  const loan = { kind: 'SEC_LEND', receive: { ...repo.deliver, quantity: '2,163,000' } } as const
  expect(unusualTexts(viewDeal(dealOf(loan)), false)).toEqual([])
  expect(unusualTexts(viewDeal(dealOf({}, lent)), false)).toEqual([])
  expect(unusualTexts(viewDeal(dealOf(loan, lent)), false)).toEqual([
    'The collateral is the instrument that is lent. Check both sides.',
  ])
})

it('collateral below the agreed ratio deserves a second look, also where its haircut makes it so', () => {
  const loan = { kind: 'SEC_LEND', receive: { ...repo.deliver, quantity: '2,163,000' } } as const
  const textsOf = (marginRatio: string, haircut?: string) => {
    const haircuts = haircut === undefined ? [] : [{ lot: 'C1' as const, haircut }]
    const margin = { method: 'LOAN', marginRatio, haircuts, substitution: 'NONE' } as const
    return unusualTexts(viewDeal({ ...dealOf(loan), more: { margin } }), false)
  }
  expect(textsOf('105')).toEqual([])
  expect(textsOf('105.5')).toEqual([
    'By nominal, the collateral is 105.00% of the loan, below the agreed margin ratio of 105.5%. Check both quantities.',
  ])
  expect(textsOf('102', '2.5')).toEqual([])
  expect(textsOf('105', '2.5')).toEqual([
    'By nominal, the collateral is 105.00% of the loan. After its haircut of 2.5%, it is below the agreed margin ratio of 105%. Check both quantities.',
  ])
})

it('a loan that has an end lasts until then, and any other until it is returned', () => {
  const days = { startDate: '2026-11-24', endDate: '2026-12-01' }
  const loan = { ...days, feeRate: '0.35', dayCount: 'ACT/360', termType: 'FIXED', noticeDays: 0 } as const
  const more = { loan: { ...loan, feePrice: 'CONTRACT', billing: 'MONTHLY' } } as const
  const deal = dealOf({ kind: 'SEC_LEND' })
  expect(viewDeal({ ...deal, more }).loanTerm).toEqual({ endDate: '2026-12-01', days: 7 })
  expect(viewDeal(deal).loanTerm).toBeUndefined()
})
