import type { Address } from '@connex/protocol'
import { call, everyPage } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { missedTexts } from '../../../shared/deal/loanCover.ts'
import { Alert } from '../../../ui/status/Alert.tsx'
import { viewDeal, type Deal, type DealView } from './dealView.ts'
import { farPriceTexts, lastDealsQuery } from './lastDeals.ts'

/** What deserves a second look. None of it blocks the form. */
export function DealNotes({ deal }: { deal: Deal }) {
  const { client } = useViewer()
  const { counterpartyAddr } = deal.draft
  // Those that the form offers to repeat.
  const { data: last = [] } = useQuery(lastDealsQuery(client, deal.draft))
  const known = useKnownCounterparties()
  const isFirst = counterpartyAddr !== null && known !== undefined && !known.has(counterpartyAddr as Address)
  return [...farPriceTexts(deal, last), ...unusualTexts(viewDeal(deal), isFirst)].map((text) => (
    <Alert key={text} tone="attention" isLive>
      {text}
    </Alert>
  ))
}

/** `unusualTexts(view, true)` → ['Your first transfer with Baltic Trust Bank. …'] */
export function unusualTexts({ legs, repo, cover, counterparty }: DealView, isFirst: boolean): string[] {
  const price = repo?.price
  const isUnusual = price?.quotation === 'PERCENT' && price.isUnusual
  const [lent, collateral] = legs
  const isSame = lent?.instrumentId !== undefined && lent.instrumentId === collateral?.instrumentId
  return [
    ...(isSame ? [t('Ticket.same_instrument')] : []),
    ...(isUnusual ? [t('Ticket.unusual', { price: price.price.text })] : []),
    ...missedTexts(cover),
    ...(isFirst && counterparty !== undefined ? [t('Ticket.first_deal', { counterparty })] : []),
  ]
}

/** The tenants with which the own one has had a transfer; undefined until they are known. */
function useKnownCounterparties(): ReadonlySet<Address> | undefined {
  const { client } = useViewer()
  const { data } = useQuery({
    queryKey: ['transfers', 'counterparties', 'known'],
    queryFn: async ({ signal }) => {
      const all = await everyPage((query) => call(client, 'counterparties', { query, signal }))
      return new Set(all.map(({ counterpartyAddr }) => counterpartyAddr))
    },
  })
  return data
}
