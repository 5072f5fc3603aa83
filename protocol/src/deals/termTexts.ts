// What a creator adds to a transfer beside its legs, cash and days, term by term: the same on a screen and in a terminal.
import { formatCash } from '../text/quantityText.ts'
import { readableName } from '../text/readableText.ts'
import type { Billing, FeePrice, LoanTerms, MarginTerms, TermType } from '../terms/loanTerms.ts'
import type { IsoDate } from '../terms/repoTerms.ts'
import type { DealDetails } from './dealDetails.ts'
import type { DealTerms } from './dealTerms.ts'

/** A term and its value: `{ term: 'Margin ratio', value: '102%' }` */
export type TermText = { term: string; value: string }

const TERM_TYPE_TEXTS: Record<TermType, string> = {
  OPEN: 'open',
  FIXED: 'fixed',
  EVERGREEN: 'evergreen',
  EXTENDABLE: 'extendable',
}

const FEE_PRICE_TEXTS: Record<FeePrice, string> = {
  CONTRACT: 'contract price',
  DAILY_MARK: 'last price of each day',
}

const BILLING_TEXTS: Record<Billing, string> = { MONTHLY: 'monthly', AT_END: 'at the end of the loan' }

const METHOD_TEXTS: Record<MarginTerms['method'], string> = {
  A: 'by ratio to the repurchase price (method A)',
  B: 'by haircut (method B)',
  LOAN: 'by ratio to the value of the loan',
}

const SUBSTITUTION_TEXTS: Record<MarginTerms['substitution'], string> = {
  ANY_TIME: 'at any time',
  ON_CONSENT: 'once the holder agrees',
  NONE: 'never',
}

/**
 * The terms of private details that neither the legs nor a repo's own terms have: the reference, what a loan costs and how long it
 * lasts, and how the exposure is secured. `dayText`: how a reader writes days.
 *
 * @example
 * termTexts({ reference: 'DESK-4711' }) // [{ term: 'Reference', value: 'DESK-4711' }]
 */
export const termTexts = (
  details: Partial<Pick<DealDetails, 'reference' | 'loan' | 'margin' | 'deal'>>,
  dayText: (day: IsoDate) => string = (day) => day,
): TermText[] => [
  ...referenceTexts(details),
  ...(details.loan === undefined ? [] : loanTexts(details.loan, dayText)),
  ...marginTexts(details),
]

const referenceTexts = ({ reference }: Pick<DealDetails, 'reference'>): TermText[] =>
  reference === undefined ? [] : [{ term: 'Reference', value: readableName(reference) }]

function loanTexts(loan: LoanTerms, dayText: (day: IsoDate) => string): TermText[] {
  const { feeRate, dayCount, termType, startDate, endDate } = loan
  return [
    { term: 'Fee', value: `${feeRate}% p.a., ${dayCount}` },
    ...feeTexts(loan),
    { term: 'Loan term', value: TERM_TYPE_TEXTS[termType] },
    { term: 'Loan start', value: dayText(startDate) },
    ...(endDate === undefined ? [] : [{ term: 'Loan end', value: dayText(endDate) }]),
    ...noticeTexts(loan),
  ]
}

type Fee = { [Name in 'feePrice' | 'minimumFee' | 'billing']?: LoanTerms[Name] | null | undefined }

const feeTexts = ({ feePrice, minimumFee, billing }: Fee): TermText[] => [
  ...(feePrice == null ? [] : [{ term: 'Fee price', value: FEE_PRICE_TEXTS[feePrice] }]),
  ...(minimumFee == null
    ? []
    : [
        {
          term: 'Minimum fee',
          value: `${formatCash(minimumFee, '')}, in the currency of the lent securities`,
        },
      ]),
  ...(billing == null ? [] : [{ term: 'Billing', value: BILLING_TEXTS[billing] }]),
]

const noticeTexts = ({ noticeDays }: Pick<LoanTerms, 'noticeDays'>): TermText[] =>
  noticeDays === 0
    ? []
    : [{ term: 'Notice', value: noticeDays === 1 ? '1 business day' : `${noticeDays} business days` }]

/**
 * The terms of a deal after every amendment, beside its rate and its days.
 *
 * @example
 * dealTermTexts(deal.terms) // [{ term: 'Billing', value: 'monthly' }, { term: 'Margin ratio', value: '105%' }]
 */
export const dealTermTexts = (terms: DealTerms): TermText[] => [
  ...feeTexts(terms),
  ...noticeTexts(terms),
  ...marginTexts({ margin: terms.margin ?? undefined }),
]

/** Of an opening's lots, or of those that an event changes. */
function marginTexts({ margin, deal }: Partial<Pick<DealDetails, 'margin' | 'deal'>>): TermText[] {
  const { haircuts = [], marginRatio } = { ...margin, ...deal?.amend }
  return [
    ...(margin === undefined ? [] : [{ term: 'Margin', value: METHOD_TEXTS[margin.method] }]),
    ...(marginRatio === undefined ? [] : [{ term: 'Margin ratio', value: `${marginRatio}%` }]),
    ...haircuts.map(({ lot, haircut }) => ({ term: `Haircut of ${lot}`, value: `${haircut}%` })),
    ...(margin === undefined
      ? []
      : [{ term: 'Substitution', value: SUBSTITUTION_TEXTS[margin.substitution] }]),
  ]
}
