import { describe, expect, test } from 'vitest'
import { readMargin, type MarginFields, type MarginKind } from './marginFields.ts'

const NEEDS = 'Methods A and LOAN need a margin ratio; method B needs haircuts.'
const ON_CONSENT = { substitution: 'ON_CONSENT' } as const

describe('terms of margin are refused', () => {
  test.each<[string, MarginKind, MarginFields, object]>([
    [
      'without a method and a right',
      'REPO',
      { haircut: '2' },
      {
        marginMethod: 'Choose a margin method, or leave all terms of margin empty.',
        substitution: 'Choose whether collateral may be exchanged.',
      },
    ],
    ['where A has no ratio', 'REPO', { marginMethod: 'A', ...ON_CONSENT }, { marginRatio: NEEDS }],
    ['where B has no haircut', 'REPO', { marginMethod: 'B', ...ON_CONSENT }, { haircut: NEEDS }],
    ['where LOAN has no ratio', 'SEC_LEND', { marginMethod: 'LOAN', ...ON_CONSENT }, { marginRatio: NEEDS }],
    [
      'where the method is that of the other kind',
      'SEC_LEND',
      { marginMethod: 'A', marginRatio: '102', ...ON_CONSENT },
      { marginMethod: 'A repo has the margin method A or B, a loan LOAN or B.' },
    ],
    [
      'where a figure is out of its range',
      'SEC_LEND',
      { marginMethod: 'LOAN', marginRatio: '0', haircut: '100', ...ON_CONSENT },
      {
        marginRatio: 'A margin ratio must be above 0 and below 10,000 percent, such as 102.',
        haircut: 'A haircut must be at least 0 and less than 100 percent, such as 2 or 2.5.',
      },
    ],
  ])('%s', (_, kind, fields, faults) => {
    expect(readMargin(kind, fields)).toEqual({ faults })
  })
})

test('nothing entered is nothing agreed', () => {
  expect(readMargin('REPO', {})).toEqual({ faults: {} })
})

test('the haircut is that of the purchased lot of a repo, and of the collateral of a loan', () => {
  const fields = { marginMethod: 'B', haircut: '2.5', ...ON_CONSENT } as const
  const { margin } = readMargin('REPO', fields)
  expect(margin).toEqual({ method: 'B', haircuts: [{ lot: 'P1', haircut: '2.5' }], ...ON_CONSENT })
  expect(readMargin('SEC_LEND', fields).margin?.haircuts).toEqual([{ lot: 'C1', haircut: '2.5' }])
})
