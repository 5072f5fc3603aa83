import { expect, test } from 'vitest'
import { marginTerms } from '../../test/dealDetails.ts'
import { termTexts } from './termTexts.ts'

const lines = (details: object) => termTexts(details).map(({ term, value }) => `${term}: ${value}`)

test('details without such terms have no text', () => {
  expect(lines({})).toEqual([])
  expect(lines({ repo: {}, description: 'One week' })).toEqual([])
})

test('hidden characters in a reference are marked', () => {
  expect(lines({ reference: 'DESK\u202E-4711' })).toEqual(['Reference: DESK�-4711'])
})

test('the reference comes first, then how the exposure is secured', () => {
  expect(lines({ reference: 'DESK-4711', margin: { ...marginTerms, marginRatio: '102' } })).toEqual([
    'Reference: DESK-4711',
    'Margin: by haircut (method B)',
    'Margin ratio: 102%',
    'Haircut of P1: 2%',
    'Substitution: at any time',
  ])
})

test('of an event, the haircuts that it changes', () => {
  expect(lines({ deal: { amend: { haircuts: [{ lot: 'P2', haircut: '1' }] } } })).toEqual([
    'Haircut of P2: 1%',
  ])
})
