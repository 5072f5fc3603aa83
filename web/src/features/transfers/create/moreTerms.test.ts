import { describe, expect, it } from 'vitest'
import { changedMore, checkMore, emptyMore, type MoreDraft } from './moreTerms.ts'

const check = (draft: Partial<MoreDraft>) => checkMore({ ...emptyMore, ...draft })

describe('an optional term is refused', () => {
  it('where the reference is longer than 35 characters', () => {
    expect(check({ reference: 'x'.repeat(36) })).toEqual({
      errors: { reference: 'A reference has at most 35 characters.' },
    })
  })
})

it('nothing is agreed on where nothing is filled in', () => {
  expect(check({ reference: '  ' })).toEqual({ terms: {}, errors: {} })
})

it('the reference is taken without spaces around it', () => {
  expect(check({ reference: ' DESK-4711 ' }).terms).toEqual({ reference: 'DESK-4711' })
})

it('a form that is emptied again is as it was', () => {
  const filled = changedMore(null, { reference: 'DESK-4711' })
  expect(filled).toEqual({ ...emptyMore, reference: 'DESK-4711' })
  expect(changedMore(filled, { reference: '' })).toBeNull()
})
