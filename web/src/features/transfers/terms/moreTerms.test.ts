import { describe, expect, it } from 'vitest'
import { dealForms } from '../../../messages/en/dealForms.ts'
import { addMessages } from '../../../messages/t.ts'
import { changedMore, checkMore, emptyMore, moreDraftOf, type MoreDraft } from './moreTerms.ts'

addMessages(dealForms)

const TODAY = '2026-11-21'
const check = (draft: Partial<MoreDraft>, kind: 'FOP' | 'REPO' | 'SEC_LEND' = 'REPO') =>
  checkMore({ ...emptyMore, ...draft }, { kind, valueDate: '', today: TODAY })
const lent = (draft: Partial<MoreDraft>) => check(draft, 'SEC_LEND')
const openLoan: Partial<MoreDraft> = { feeRate: '0.35', termType: 'OPEN', noticeDays: '2' }
const methodB: Partial<MoreDraft> = { marginMethod: 'B', haircut: ' 2 ', substitution: 'NONE' }

describe('an optional term is refused', () => {
  it('where the reference is longer than 35 characters', () => {
    expect(check({ reference: 'x'.repeat(36) })).toEqual({
      errors: { reference: 'A reference has at most 35 characters.' },
    })
  })

  it('where margin is agreed on in part', () => {
    const needs = 'Methods A and LOAN need a margin ratio; method B needs haircuts.'
    expect(check({ ...methodB, haircut: '' }).errors).toEqual({ haircut: needs })
    expect(check({ ...methodB, substitution: '' }).errors).toEqual({
      substitution: 'Choose whether collateral may be exchanged.',
    })
    expect(check({ substitution: 'NONE' }).errors).toEqual({
      marginMethod: 'Choose a margin method, or leave all terms of margin empty.',
    })
  })

  it('where a figure cannot be read', () => {
    expect(check({ ...methodB, haircut: '2,5' }).errors.haircut).toMatch(
      /^A haircut must be at least 0 and less than 100/,
    )
    const ratio = { marginMethod: 'A', marginRatio: '-1', substitution: 'NONE' } as const
    expect(check(ratio).errors.marginRatio).toMatch(/^A margin ratio must be above 0/)
  })
})

describe('a term of a loan is refused', () => {
  it('where the fee or the kind of term is missing', () => {
    expect(lent({ billing: 'AT_END' }).errors).toEqual({
      feeRate: 'Enter the fee rate, or leave all terms of the loan empty.',
      termType: 'Choose the term type.',
    })
  })

  it('where its days or its notice do not fit the kind of term', () => {
    expect(lent({ ...openLoan, termType: 'FIXED' }).errors.endDate).toMatch(/needs an end date/)
    expect(lent({ ...openLoan, termType: 'EVERGREEN', noticeDays: '' }).errors.noticeDays).toMatch(
      /^An evergreen/,
    )
    const ended = { ...openLoan, termType: 'FIXED', startDate: '2026-12-01', endDate: '2026-11-30' } as const
    expect(lent(ended).errors).toEqual({ endDate: 'A loan cannot end before it starts.' })
  })

  it('where something cannot be read, or has passed', () => {
    const wrong = { feeRate: '0,35', noticeDays: 'two', minimumFee: '1.234', startDate: '2026-11-20' }
    expect(lent({ ...openLoan, ...wrong }).errors).toEqual({
      feeRate: 'A fee rate must be a decimal number such as 0.35.',
      noticeDays: 'Notice must be a number of business days.',
      minimumFee: 'A minimum fee must be an amount such as 250.00.',
      startDate: 'This date is in the past. Choose today or a later date.',
    })
  })
})

it('a loan starts on the value date, or else on the next business day', () => {
  expect(lent(openLoan).terms?.loan).toMatchObject({
    startDate: '2026-11-23',
    noticeDays: 2,
    billing: 'MONTHLY',
  })
  const { terms } = checkMore(
    { ...emptyMore, ...openLoan },
    { kind: 'SEC_LEND', valueDate: '2026-12-01', today: TODAY },
  )
  expect(terms?.loan?.startDate).toBe('2026-12-01')
  expect(lent({ ...openLoan, startDate: '2026-11-27' }).terms?.loan?.startDate).toBe('2026-11-27')
})

it('a term without an end ignores the day that is typed', () => {
  expect(lent({ ...openLoan, endDate: '2026-11-20' }).terms?.loan).not.toHaveProperty('endDate')
})

it('nothing is agreed on where nothing is filled in', () => {
  expect(check({ reference: '  ' })).toEqual({ terms: {}, errors: {} })
})

it('the reference is taken without spaces around it', () => {
  expect(check({ reference: ' DESK-4711 ' }).terms).toEqual({ reference: 'DESK-4711' })
})

it('the haircut is that of the lot which covers the other side', () => {
  const margin = { method: 'B', haircuts: [{ lot: 'P1', haircut: '2' }], substitution: 'NONE' }
  expect(check(methodB).terms).toEqual({ margin })
  expect(check(methodB, 'SEC_LEND').terms?.margin?.haircuts).toEqual([{ lot: 'C1', haircut: '2' }])
})

it('a kind and a method ignore the fields that they do not use', () => {
  expect(check({ ...methodB, ...openLoan }, 'FOP').terms).toEqual({})
  expect(check(openLoan).terms).toEqual({})
  const loan = { ...methodB, marginMethod: 'LOAN', marginRatio: '102' } as const
  expect(check({ ...loan, marginMethod: 'B' }).terms?.margin).not.toHaveProperty('marginRatio')
  expect(check(loan, 'SEC_LEND').terms?.margin).toMatchObject({ method: 'LOAN', marginRatio: '102' })
  // A repo has no loan to count the ratio on.
  expect(check(loan).errors).toHaveProperty('marginMethod')
})

it('a form that is emptied again is as it was', () => {
  const filled = changedMore(null, { reference: 'DESK-4711' })
  expect(filled).toEqual({ ...emptyMore, reference: 'DESK-4711' })
  expect(changedMore(filled, { reference: '' })).toBeNull()
})

it('a copy has the terms of margin again, and not the reference', () => {
  expect(moreDraftOf({ reference: 'DESK-4711' }, TODAY)).toBeUndefined()
  const { margin } = check(methodB).terms ?? {}
  expect(moreDraftOf({ reference: 'DESK-4711', margin }, TODAY)).toEqual({
    ...emptyMore,
    ...methodB,
    haircut: '2',
  })
})

it('a copy has the terms of the loan again, without days that have passed', () => {
  const typed: Partial<MoreDraft> = {
    ...openLoan,
    dayCount: 'ACT/365',
    termType: 'EXTENDABLE',
    endDate: '2026-12-31',
    minimumFee: '1,250.00',
    feePrice: 'CONTRACT',
    billing: 'AT_END',
  }
  const { loan } = lent(typed).terms ?? {}
  expect(moreDraftOf({ loan }, '2026-11-24')).toEqual({ ...emptyMore, ...typed })
  expect(moreDraftOf({ loan }, '2026-12-31')).toMatchObject({ endDate: '', startDate: '' })
})
