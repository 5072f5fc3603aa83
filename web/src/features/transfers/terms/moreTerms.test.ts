import { describe, expect, it } from 'vitest'
import { changedMore, checkMore, emptyMore, moreDraftOf, type MoreDraft } from './moreTerms.ts'

const check = (draft: Partial<MoreDraft>, kind: 'FOP' | 'REPO' | 'SEC_LEND' = 'REPO') =>
  checkMore({ ...emptyMore, ...draft }, kind)
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
      /^A haircut must be from 0 to below 100/,
    )
    const ratio = { marginMethod: 'A', marginRatio: '-1', substitution: 'NONE' } as const
    expect(check(ratio).errors.marginRatio).toMatch(/^A margin ratio must be above 0/)
  })
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
  expect(check(methodB, 'FOP').terms).toEqual({})
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
  expect(moreDraftOf({ reference: 'DESK-4711' })).toBeUndefined()
  const { margin } = check(methodB).terms ?? {}
  expect(moreDraftOf({ reference: 'DESK-4711', margin })).toEqual({ ...emptyMore, ...methodB, haircut: '2' })
})
