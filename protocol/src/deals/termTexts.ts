// What a creator adds to a transfer beside its legs, cash and days, term by term: the same on a screen and in a terminal.
import { readableName } from '../readableText.ts'
import type { MarginTerms } from '../terms/loanTerms.ts'
import type { DealDetails } from './dealDetails.ts'

/** A term and its value: `{ term: 'Margin ratio', value: '102%' }` */
export type TermText = { term: string; value: string }

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
 * The terms of private details that neither the legs nor a repo's own terms have: the reference, and how the exposure is secured.
 *
 * @example
 * termTexts({ reference: 'DESK-4711' }) // [{ term: 'Reference', value: 'DESK-4711' }]
 */
export const termTexts = (
  details: Partial<Pick<DealDetails, 'reference' | 'margin' | 'deal'>>,
): TermText[] => [...referenceTexts(details), ...marginTexts(details)]

const referenceTexts = ({ reference }: Pick<DealDetails, 'reference'>): TermText[] =>
  reference === undefined ? [] : [{ term: 'Reference', value: readableName(reference) }]

/** Of an opening's lots, or of those that an event changes. */
function marginTexts({ margin, deal }: Pick<DealDetails, 'margin' | 'deal'>): TermText[] {
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
