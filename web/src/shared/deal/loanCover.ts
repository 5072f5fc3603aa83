// How much of a loan its collateral covers, by nominal: there are no prices on the ledger.
import { coverOf, isBelowRatio, type Amount, type Ratio } from '@connex/protocol'
import type { DealDetails } from '@connex/protocol/deals'
import { t } from '../../messages/t.ts'
import { ratioText } from './repoFigures.ts'

export type LoanCover = {
  /** In per cent of what is lent. */
  ratio: Ratio
  /** What is agreed, where the collateral is below it; in per cent. */
  missed: { ratio: string; haircut: string } | undefined
}

/** `loanCoverOf(lent, collateral, margin)?.ratio.text` → '105.00'; undefined where the units differ */
export function loanCoverOf(
  lent: Amount,
  collateral: Amount,
  margin: DealDetails['margin'],
): LoanCover | undefined {
  const ratio = coverOf(lent, collateral)
  return ratio && { ratio, missed: missedOf(lent, collateral, margin) }
}

/** Method LOAN alone compares securities with securities; its haircut is that of the collateral. */
function missedOf(lent: Amount, collateral: Amount, margin: DealDetails['margin']): LoanCover['missed'] {
  if (margin?.method !== 'LOAN' || margin.marginRatio === undefined) return undefined
  const { marginRatio: ratio, haircuts = [] } = margin
  const haircut = haircuts.find(({ lot }) => lot === 'C1')?.haircut ?? '0'
  return isBelowRatio(lent, collateral, ratio, haircut) ? { ratio, haircut } : undefined
}

/** '105.00%', and 'of the loan' */
export const coverTerm = ({ ratio }: LoanCover): { term: string; value: string; note: string } => ({
  term: t('Ticket.cover'),
  value: `${ratioText(ratio)}%`,
  note: t('Ticket.of_loan'),
})

/** Says that the collateral is below the agreed ratio, where it is. */
export function missedTexts(cover: LoanCover | undefined): string[] {
  if (cover?.missed === undefined) return []
  const { ratio, haircut } = cover.missed
  const values = { cover: ratioText(cover.ratio), ratio }
  return [
    haircut === '0' ? t('Ticket.below_ratio', values) : t('Ticket.below_ratio_cut', { ...values, haircut }),
  ]
}
