// What the ticket reads of earlier transfers of its instrument: the last one, and the price of the last settled repo.
import { impliedPrice, isFarFrom, type RegistryId, type Sale, type Transfer } from '@connex/protocol'
import { listTransfers, type Client } from '@connex/sdk'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { formatIsoDay, parseCash } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'
import { pricedAmount, priceFigure } from '../../../shared/deal/repoFigures.ts'
import { viewDeal, type Deal } from './dealView.ts'
import { ownLegsOf, type TransferDraft } from './transferDraft.ts'

/** The newest may be pending or canceled. */
const MOST_DEALS = 10

/** Without what happens to an open deal, such as its return: nobody repeats that. */
export const openingsIn = (transfers: readonly Transfer[]): Transfer[] =>
  transfers.filter(({ openingDeliveryId }) => openingDeliveryId === null)

/** The newest openings of the same kind, in the same direction, of the same instrument. */
export function lastDealsQuery(client: Client, draft: TransferDraft) {
  const { kind, direction } = draft
  const [leg] = ownLegsOf(draft)
  // An option of the server's list.
  const registryId = leg === undefined ? null : (draft[leg].registryId as RegistryId | null)
  return queryOptions({
    queryKey: ['transfers', 'last', kind, direction, registryId],
    queryFn:
      kind === null || registryId === null
        ? skipToken
        : async ({ signal }) => {
            const query = { transferType: [kind], direction, registryId, itemsPerPage: MOST_DEALS }
            const { items } = await listTransfers(client, query, { signal })
            return openingsIn(items)
          },
  })
}

/**
 * Says that a price per unit is more than 50% away from that of the last settled repo. Prices in percent of nominal are checked
 * without one. `farPriceTexts(deal, last)` → ['Unusual price: EUR 250.00 per unit. …']
 */
export function farPriceTexts(deal: Deal, last: readonly Transfer[]): string[] {
  const { repo, legs } = viewDeal(deal)
  const amount = legs[0]?.amount
  const { cash } = parseCash(deal.draft.cashQuantity)
  if (repo?.price?.quotation !== 'PER_UNIT' || amount === undefined || cash === undefined) return []
  const earlier = last
    .flatMap(earlierSale)
    .find(({ sale, currency }) => currency === repo.currency && sale.amount.unit === amount.unit)
  if (earlier === undefined || !isFarFrom({ amount, cash }, earlier.sale)) return []
  const textOf = (sale: Sale) => {
    const { value, note } = priceFigure(impliedPrice(sale.amount, sale.cash, repo.currency), repo.currency)
    return `${value} ${note}`
  }
  const day = formatIsoDay(earlier.day)
  return [t('Ticket.far_price', { price: textOf({ amount, cash }), last: textOf(earlier.sale), day })]
}

/** What a settled repo sold its securities for, and when; the cash of a closing has interest in it. */
function earlierSale(transfer: Transfer) {
  const { deliveryState, openingDeliveryId, repo, cashQuantity: cash, cashCurrency: currency } = transfer
  const amount = pricedAmount(transfer)
  const isSold = deliveryState === 'SETTLED' && openingDeliveryId === null
  if (!isSold || repo === null || cash === null || amount === undefined) return []
  return [{ sale: { amount, cash }, currency, day: repo.purchaseDate }]
}
