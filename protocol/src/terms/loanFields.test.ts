import { describe, expect, test } from 'vitest'
import { readLoan, type LoanFields } from './loanFields.ts'

const FROM = '2026-11-23'
const open: LoanFields = { feeRate: '0.35', termType: 'OPEN' }

describe('terms of a loan are refused', () => {
  test.each<[string, LoanFields, object]>([
    [
      'without a fee and a term',
      { noticeDays: 2 },
      {
        feeRate: 'Enter the fee rate, or leave all terms of the loan empty.',
        termType: 'Choose the term type.',
      },
    ],
    [
      'where something cannot be read, all at once',
      { ...open, feeRate: '0,35', minimumFee: 'x', startDate: '23.11.', endDate: 'soon', noticeDays: 366 },
      {
        feeRate: 'A fee rate must be a decimal number such as 0.35.',
        minimumFee: 'A minimum fee must be an amount such as 250.00.',
        startDate: 'A start date must be a day such as 2026-11-30.',
        endDate: 'An end date must be a day such as 2026-11-30.',
        noticeDays: 'Notice must be 0 to 365 business days.',
      },
    ],
    [
      'where notice is not a number',
      { ...open, noticeDays: NaN },
      { noticeDays: 'Notice must be a number of business days.' },
    ],
    [
      'where a fixed term has no end',
      { ...open, termType: 'FIXED' },
      { endDate: 'A loan of this term type needs an end date.' },
    ],
    [
      'where an evergreen loan has no notice',
      { ...open, termType: 'EVERGREEN' },
      { noticeDays: 'An evergreen loan needs at least one business day of notice.' },
    ],
    [
      'where it ends before it starts',
      { ...open, termType: 'FIXED', endDate: '2026-11-20' },
      { endDate: 'A loan cannot end before it starts.' },
    ],
    [
      'where the fee is missing and the end too',
      { termType: 'EXTENDABLE' },
      {
        feeRate: 'Enter the fee rate, or leave all terms of the loan empty.',
        endDate: 'A loan of this term type needs an end date.',
      },
    ],
  ])('%s', (_, fields, faults) => {
    expect(readLoan(fields, FROM)).toEqual({ faults })
  })
})

test('a loan without terms stays one: a day count alone enters nothing', () => {
  expect(readLoan({}, FROM)).toEqual({ faults: {} })
  expect(readLoan({ dayCount: 'ACT/365', feeRate: undefined }, FROM)).toEqual({ faults: {} })
})

test('what is left empty is agreed on as usual', () => {
  expect(readLoan(open, FROM).loan).toEqual({
    startDate: FROM,
    feeRate: '0.35',
    dayCount: 'ACT/360',
    termType: 'OPEN',
    noticeDays: 0,
    feePrice: 'DAILY_MARK',
    billing: 'MONTHLY',
  })
})

test('all that is entered is agreed on', () => {
  const fields: LoanFields = {
    feeRate: '-0.1',
    dayCount: 'ACT/365',
    termType: 'EXTENDABLE',
    startDate: '2026-11-24',
    endDate: '2027-02-26',
    noticeDays: 2,
    minimumFee: '1,250',
    feePrice: 'CONTRACT',
    billing: 'AT_END',
  }
  expect(readLoan(fields, FROM).loan).toEqual({ ...fields, minimumFee: '1250.00' })
})
