// A transfer's private details: checked against the ledger's fingerprint, then shown as terms.
import {
  fingerprintOf,
  foreignText,
  isExpired,
  repurchasePrice,
  type Fingerprint,
  type Transfer,
} from '@connex/protocol'
import { EVENT_TEXTS, termTexts, type DealDetails } from '@connex/protocol/deals'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatIsoDay, formatUtcDay, formatCash } from '../../../lib/format.ts'
import { shorten } from '../../../lib/identifiers.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import type { Definition } from '../../../ui/panel/DefinitionList.tsx'
import { detailsQuery } from './transferQueries.ts'
import { isOpen, transferTitle } from './transferSummary.ts'

/** The browser compares them with the ledger, so that even the tenant's own server need not be trusted. */
export type DetailsCheck =
  { result: 'matches'; details: DealDetails } | { result: 'differs' | 'missing'; details?: never }

/** Undefined while the details are loading. Details that differ are never shown. */
export function useDeliveryDetails(
  transfer: Pick<Transfer, 'deliveryId' | 'privateDataFp'> | undefined,
): DetailsCheck | undefined {
  const { client } = useViewer()
  const { data } = useQuery(detailsQuery(client, transfer?.deliveryId))
  const fingerprint = transfer?.privateDataFp
  return useMemo(
    () => (data === undefined ? undefined : checkDetails(data?.details, fingerprint)),
    [data, fingerprint],
  )
}

export function checkDetails(
  details: DealDetails | null | undefined,
  fingerprint: Fingerprint | undefined,
): DetailsCheck {
  if (!details) return { result: 'missing' }
  return fingerprintOf(details) === fingerprint ? { result: 'matches', details } : { result: 'differs' }
}

/**
 * Why the private details cannot be relied on: they differ from the ledger's fingerprint, or are missing while an amount of
 * cash depends on them. `detailsDoubt(repo, { result: 'missing' })`
 */
export function detailsDoubt(
  { legs }: Pick<Transfer, 'legs'>,
  check: DetailsCheck | undefined,
): string | undefined {
  if (check?.result === 'differs') return t('Proof.differs')
  if (check?.result !== 'matches' && legs.some(({ legType }) => legType === 'EXTERNAL'))
    return t('Proof.no_amount')
  return undefined
}

/** A transfer with its private terms as checked here, in place of those that the server filled in. */
export function withDetails(transfer: Transfer, check: DetailsCheck | undefined): Transfer {
  if (check === undefined) return transfer
  const { description, cashQuantity = null, cashCurrency = null } = check.details ?? {}
  return { ...transfer, description: foreignText(description), cashQuantity, cashCurrency }
}

/**
 * An event of a deal by what it is, since its legs alone look like another type of transfer.
 *
 * @example
 * detailedTitle(transfer, 'Alpenbank', details) // 'Substitution with Alpenbank'
 */
export const detailedTitle = (
  transfer: Transfer,
  counterparty: string,
  details: DealDetails | undefined,
): string =>
  details?.deal === undefined
    ? transferTitle(transfer, counterparty)
    : t('Transactions.with', { type: EVENT_TEXTS[details.deal.event], counterparty })

type Term = Definition & { value: string }

/** What the parties agreed beside the legs: the stage of a deal, value date and expiry, a repo's terms and its price. */
export function termsOf(
  transfer: Pick<Transfer, 'valueDate' | 'transferType' | 'expiresAt' | 'deliveryState'>,
  details: DealDetails | undefined,
): Term[] {
  const { valueDate, transferType } = transfer
  const isDeal = transferType === 'REPO' || transferType === 'SEC_LEND'
  return [
    ...(isDeal && details !== undefined ? [{ term: t('Terms.deal'), value: stageText(details) }] : []),
    ...(valueDate === 0 ? [] : [{ term: t('Terms.value_date'), value: formatUtcDay(valueDate) }]),
    ...expiryTerms(transfer),
    ...(details === undefined ? [] : [...repoTerms(details), ...termTexts(details, formatIsoDay)]),
  ]
}

/** When it expires, while it has not ended. */
export function expiryTerms(transfer: Pick<Transfer, 'expiresAt' | 'deliveryState'>): Term[] {
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

function repoTerms({ repo, openingDeliveryId, cashQuantity, cashCurrency }: DealDetails): Term[] {
  if (repo === undefined) return []
  const currency = cashCurrency ?? ''
  const { purchaseDate, purchasePrice, repurchaseDate, rate, dayCount } = repo
  const agreed = repurchasePrice(repo)
  // A closing's cash is the repurchase price itself.
  const price = openingDeliveryId === undefined ? agreed : (cashQuantity ?? agreed)
  const repurchaseDay = repurchaseDate === undefined ? t('Terms.open') : formatIsoDay(repurchaseDate)
  return [
    { term: t('Terms.purchase_date'), value: formatIsoDay(purchaseDate) },
    { term: t('Terms.purchase_price'), value: formatCash(purchasePrice, currency) },
    { term: t('Terms.repurchase_date'), value: repurchaseDay },
    ...(agreed === undefined || price === undefined
      ? []
      : [{ term: t('Terms.repurchase_price'), value: formatCash(price, currency) }]),
    { term: t('Terms.rate'), value: t('Terms.rate_value', { rate, dayCount }) },
  ]
}
