// What the parties agreed beside the legs, and the figures of a repo that follow: alike in the panel, the confirmation and on paper.
import {
  Currency,
  daysBetween,
  impliedPrice,
  isExpired,
  repurchasePrice,
  type Transfer,
} from '@connex/protocol'
import { termTexts, type DealDetails } from '@connex/protocol/deals'
import { formatCash, formatIsoDay, formatUtcDay, weekdayOf } from '../../../lib/format.ts'
import { shorten } from '../../../lib/identifiers.ts'
import { t } from '../../../messages/t.ts'
import { interestText, priceTerm, pricedAmount } from '../../../shared/deal/repoFigures.ts'
import { isOpen } from './transferSummary.ts'

export type AgreedTerm = {
  term: string
  value: string
  /** Beside the value: a haircut, a number of days. */
  note?: string | undefined
  isStrong?: boolean
}

/** The stage of a deal, value date and expiry, and all that was agreed. `termsOf(transfer, details)[0]?.term` → 'Stage' */
export function termsOf(
  transfer: Pick<
    Transfer,
    'valueDate' | 'transferType' | 'expiresAt' | 'deliveryState' | 'legs' | 'deliver' | 'receive'
  >,
  details: DealDetails | undefined,
): AgreedTerm[] {
  const { valueDate, transferType } = transfer
  const isDeal =
    transferType === 'REPO' || transferType === 'SEC_LEND' || details?.openingDeliveryId !== undefined
  return [
    ...(isDeal && details !== undefined ? [{ term: t('Terms.deal'), value: stageText(details) }] : []),
    ...(valueDate === 0 ? [] : [{ term: t('Terms.value_date'), value: formatUtcDay(valueDate) }]),
    ...expiryTerms(transfer),
    ...(details === undefined ? [] : [...repoTerms(transfer, details), ...termTexts(details, formatIsoDay)]),
  ]
}

/** When it expires, while it has not ended. */
export function expiryTerms(transfer: Pick<Transfer, 'expiresAt' | 'deliveryState'>): AgreedTerm[] {
  if (!isOpen(transfer)) return []
  const term = t(isExpired(transfer) ? 'Terms.expired' : 'Terms.expires')
  return [{ term, value: formatUtcDay(transfer.expiresAt) }]
}

/** Without an event of its own, what names an opening closes it. */
export function stageText({ openingDeliveryId, deal }: DealDetails): string {
  if (openingDeliveryId === undefined) return t('Terms.deal_opening')
  const opening = shorten(openingDeliveryId)
  if (deal === undefined) return t('Terms.deal_closing', { opening })
  if (deal.event === 'RETURN') return t('Terms.deal_return', { opening })
  return t(deal.event === 'SUBSTITUTION' ? 'Terms.deal_substitution' : 'Terms.deal_event', { opening })
}

/**
 * The terms of a repo, its price with the haircut, its days and its interest. An open repo has no interest yet. Of a closing, the
 * repurchase price is that of its terms, which the reader compares with the cash leg.
 *
 * @example
 * repoTerms(transfer, details)[0] // { term: 'Price', value: '98.00% of nominal', note: 'Haircut 2.00%' }
 */
export function repoTerms(
  transfer: Pick<Transfer, 'legs' | 'deliver' | 'receive'>,
  { repo, cashCurrency }: Pick<DealDetails, 'repo' | 'cashCurrency'>,
): AgreedTerm[] {
  if (repo === undefined) return []
  const currency = Currency.safeParse(cashCurrency).data ?? 'EUR'
  const { purchaseDate, purchasePrice, repurchaseDate, rate, dayCount } = repo
  const amount = pricedAmount(transfer)
  const agreed = repurchasePrice(repo)
  return [
    ...(amount === undefined ? [] : [priceTerm(impliedPrice(amount, purchasePrice, currency), currency)]),
    { term: t('Terms.purchase_price'), value: formatCash(purchasePrice, currency) },
    { term: t('Terms.purchase_date'), value: longDay(purchaseDate) },
    {
      term: t('Terms.repurchase_date'),
      value: repurchaseDate === undefined ? t('Terms.open') : longDay(repurchaseDate),
      note: repurchaseDate && t('Ticket.term', { count: daysBetween(purchaseDate, repurchaseDate) }),
    },
    { term: t('Terms.rate'), value: t('Terms.rate_value', { rate, dayCount }) },
    ...(agreed === undefined
      ? []
      : [
          { term: t('Ticket.interest'), value: interestText(purchasePrice, agreed, currency) },
          { term: t('Terms.repurchase_price'), value: formatCash(agreed, currency), isStrong: true },
        ]),
  ]
}

const longDay = (isoDay: string) => `${weekdayOf(isoDay)} ${formatIsoDay(isoDay)}`
