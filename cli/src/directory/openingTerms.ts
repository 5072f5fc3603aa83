// What an opening may agree on beside its legs: options of the commands, and columns of the import file.
import { businessDayFrom, DayCount, parseCash, RepoTerms, TARGET } from '@connex/protocol'
import {
  Billing,
  FeePrice,
  Haircut,
  MarginMethod,
  MarginRatio,
  LOAN_DEFAULTS,
  readLoan,
  readMargin,
  SubstitutionRight,
  termTexts,
  TermType,
} from '@connex/protocol/deals'
import type { DealDetails, LoanFields, MarginFields, MarginKind } from '@connex/protocol/deals'
import { CliError } from '../CliError.ts'
import { optionName } from '../command/commandLine.ts'
import { choice, day, scalar, value, whole } from '../command/Option.ts'

const group = 'Margin'
const ofLoan = { group: 'Loan' }

/** How a repo or a loan is secured. */
export const marginOptions = {
  marginMethod: choice(
    MarginMethod.options,
    'how the exposure is secured: A by a ratio to the repurchase price, B by a haircut, LOAN by a ratio to the value of the loan',
    { group },
  ),
  marginRatio: scalar(
    MarginRatio,
    'PERCENT',
    'the margin ratio, such as 102; for methods A and LOAN',
    'must be above 0 and below 10,000 percent, such as 102',
    { group },
  ),
  haircut: scalar(
    Haircut,
    'PERCENT',
    'the haircut of the securities that cover the deal, such as 2',
    'must be at least 0 and less than 100 percent, such as 2 or 2.5',
    { group },
  ),
  substitution: choice(
    SubstitutionRight.options,
    'whether the giver may substitute the collateral: at any time, once the holder agrees, or never',
    { group },
  ),
}

/** The terms of margin that the options enter. */
export function marginOf(kind: MarginKind, fields: MarginFields): DealDetails['margin'] {
  const { margin, faults } = readMargin(kind, fields)
  refuse(faults)
  return margin
}

/** What a loan costs, and how long it lasts. Files and commands have a day count of their own. */
export const loanOptions = {
  feeRate: scalar(
    RepoTerms.shape.rate,
    'RATE',
    'the fee of a loan, % p.a., such as 0.35',
    'must be a decimal number such as 0.35',
    ofLoan,
  ),
  termType: choice(
    TermType.options,
    'OPEN: until notice is given; FIXED: until a day; EVERGREEN: always at least the days of notice from its end; EXTENDABLE: until a day that both sides may move',
    ofLoan,
  ),
  startDate: day(
    'the first day for which the fee is due (default the value date, else the next business day)',
    ofLoan,
  ),
  endDate: day('the last day of the loan; for FIXED and EXTENDABLE', ofLoan),
  noticeDays: whole('N', 'notice in business days (default 0)', { to: 365, ...ofLoan }),
  minimumFee: value(
    'AMOUNT',
    'the minimum fee of the loan, in the currency of the lent securities, such as 250.00',
    (typed) => {
      const { cash } = parseCash(typed)
      return cash === undefined ? { expected: 'must be an amount such as 250.00' } : { value: cash }
    },
    ofLoan,
  ),
  feePrice: choice(
    FeePrice.options,
    `the price from which the fee is computed: the contract price, or the last price of each day (default ${LOAN_DEFAULTS.feePrice})`,
    ofLoan,
  ),
  billing: choice(Billing.options, `when the fee is billed (default ${LOAN_DEFAULTS.billing})`, ofLoan),
}

export const loanDayCount = choice(DayCount.options, 'the day count of the fee (default ACT/360)', ofLoan)

/** The first day of a loan that names none: `loanStart({ valueDate: '2027-01-04' })` → '2027-01-04' */
export const loanStart = ({ valueDate }: { readonly valueDate?: string | undefined }): string =>
  valueDate ?? businessDayFrom(new Date().toISOString().slice(0, 10), TARGET)

/** The terms of a loan that the options enter. */
export function loanOf(fields: LoanFields & { readonly valueDate: string | undefined }): DealDetails['loan'] {
  const { loan, faults } = readLoan(fields, loanStart(fields))
  refuse(faults)
  return loan
}

/** All faults in one error, each with its option. */
function refuse(faults: Readonly<Record<string, string>>): void {
  const lines = Object.entries(faults).map(([key, message]) => `${optionName(key)}: ${message}`)
  if (lines.length > 0) throw CliError.of('usage', lines.join('\n'))
}

/** A line for each: 'Margin ratio: 102%' */
export const termLines = (details: Parameters<typeof termTexts>[0]): string[] =>
  termTexts(details).map(({ term, value }) => `${term}: ${value}`)
