// Terms of a securities loan as a person enters them, field by field: in a form, as options, or in a row of a file.
import { parseCash } from '../text/quantityText.ts'
import { LoanTerms } from './loanTerms.ts'
import type { Billing, FeePrice, TermType } from './loanTerms.ts'
import type { DayCount, IsoDate } from './repoTerms.ts'

/** As entered; undefined where a field is empty. */
export type LoanFields = {
  feeRate?: string | undefined
  dayCount?: DayCount | undefined
  termType?: TermType | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  /** Business days. */
  noticeDays?: number | undefined
  minimumFee?: string | undefined
  feePrice?: FeePrice | undefined
  billing?: Billing | undefined
}

export type LoanFaults = Partial<Record<keyof LoanFields, string>>

/** What is agreed on where a loan has terms and the field is empty. */
export const LOAN_DEFAULTS = {
  dayCount: 'ACT/360',
  feePrice: 'DAILY_MARK',
  billing: 'MONTHLY',
  noticeDays: 0,
} as const satisfies LoanFields

/** In place of sentences that name no field. */
const FORM_FAULTS: LoanFaults = {
  feeRate: 'A fee rate must be a decimal number such as 0.35.',
  startDate: 'A start date must be a day such as 2026-11-30.',
  endDate: 'An end date must be a day such as 2026-11-30.',
}

/**
 * The terms, or what is wrong with each field; neither where nothing is entered. A day count alone enters nothing, since files and commands
 * have one anyway. `from`: the day on which the loan starts, where none is entered.
 *
 * @example
 * readLoan({ feeRate: '0.35', termType: 'OPEN', noticeDays: 2 }, '2026-11-23').loan?.billing // 'MONTHLY'
 */
export function readLoan(fields: LoanFields, from: IsoDate): { loan?: LoanTerms; faults: LoanFaults } {
  const { feeRate, dayCount, termType, startDate, endDate, noticeDays, minimumFee, feePrice, billing } =
    fields
  const given = { feeRate, termType, startDate, endDate, noticeDays, feePrice, billing }
  const others = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  if (minimumFee === undefined && Object.keys(others).length === 0) return { faults: {} }
  const fee = minimumFee === undefined ? undefined : parseCash(minimumFee)
  const missing: LoanFaults = {
    ...(feeRate === undefined && {
      feeRate: 'Enter the fee rate, or leave all terms of the loan empty.',
    }),
    ...(termType === undefined && { termType: 'Choose the term type.' }),
    ...(fee?.fault !== undefined && { minimumFee: 'A minimum fee must be an amount such as 250.00.' }),
  }
  const parsed = LoanTerms.safeParse({
    ...LOAN_DEFAULTS,
    startDate: from,
    // So that the rest is checked although these are missing.
    feeRate: '0',
    termType: 'OPEN',
    ...(dayCount !== undefined && { dayCount }),
    ...(fee?.cash !== undefined && { minimumFee: fee.cash }),
    ...others,
  })
  const issues = parsed.error?.issues ?? []
  const found = issues.map(({ path, message, code }) => {
    const name = path[0] as keyof LoanFields
    return [name, code === 'custom' ? message : (FORM_FAULTS[name] ?? message)]
  })
  const faults = { ...Object.fromEntries(found), ...missing } as LoanFaults
  return parsed.success && Object.keys(faults).length === 0 ? { loan: parsed.data, faults } : { faults }
}
