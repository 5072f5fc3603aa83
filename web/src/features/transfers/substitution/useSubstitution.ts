import { readableText, type DeliveryId, type Transfer } from '@connex/protocol'
import { substitutableLots, type Deal, type DealLot, type DeliveryOfDeal } from '@connex/protocol/deals'
import { ConnexError, type Client, type Custodian, type SubstitutionPreview } from '@connex/sdk'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { causeOf } from '../../../lib/errorText.ts'
import { formatQuantity } from '../../../lib/format.ts'
import { useSuspended } from '../../../lib/instruments.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { positionsQuery } from '../../../shared/deal/useAssetChoices.ts'
import { dealQuery, proposeEnough, substitutionQuery } from '../shared/dealQueries.ts'
import { cheapestFirst } from './cheapestFirst.ts'
import { readPrices, withFile, type PriceDrafts } from './priceDrafts.ts'
import {
  custodianKeyOf,
  emptySubstitution,
  positionOf,
  readSubstitution,
  type Available,
  type SubstitutionDraft,
} from './substitutionForm.ts'
import { lotsToExchange, useConsent, type LotToExchange } from './useConsent.ts'

/** The own positions with each custodian that a row names. */
function useOffered(rows: SubstitutionDraft['in'], usual: Custodian | undefined) {
  const { client, tenantAddr, custodians } = useViewer()
  const keys = new Set(rows.map((row) => custodianKeyOf(row, { custodian: usual?.key })))
  const named = custodians.filter(({ key }) => keys.has(key))
  return useQueries({
    queries: named.map((custodian) => positionsQuery(client, custodian, tenantAddr)),
    combine: (results) => ({
      positions: results.flatMap(({ data = [] }) => data.filter(({ available }) => BigInt(available) > 0n)),
      isLoading: results.some((one) => one.isLoading),
      isReading: results.some(({ isFetching }) => isFetching),
      hasFailed: results.some(({ isError }) => isError),
    }),
  })
}

type Ordering = { deal: Deal | undefined; lots: readonly DealLot[]; prices: PriceDrafts }

/** The positions, cheapest first once the deal is known. */
function useOrder(positions: readonly Available[], { deal, lots, prices }: Ordering) {
  const isSuspended = useSuspended()
  const order = deal && { deal, lots, prices: readPrices(prices).quoted, isSuspended }
  return { positions: order === undefined ? positions : cheapestFirst(positions, order), isSuspended }
}

/** The draft, what it means, and what it would move at which values. */
export function useSubstitution(
  transfer: Transfer,
  custodian: Custodian | undefined,
  prefill: Partial<SubstitutionDraft> = {},
) {
  const { client, tenantAddr } = useViewer()
  const deliveryId = transfer.openingDeliveryId ?? transfer.deliveryId
  const [draft, setDraft] = useState<SubstitutionDraft>({ ...emptySubstitution, ...prefill })
  const [unproposed, setUnproposed] = useState<{ id: number; text: string }>()
  const { data, error, isLoading: isDealLoading } = useQuery(dealQuery(client, deliveryId))
  const consent = useConsent(transfer)
  const { positions, isLoading, isReading, hasFailed } = useOffered(draft.in, custodian)
  const substitutable = data === undefined ? [] : substitutableLots(data.deal, tenantAddr)
  const lots = lotsToExchange(substitutable, consent.agreed)
  const { instruments, priced } = pricedOf(draft, { lots, positions })
  const known = {
    deliveryId,
    lots,
    /** Those that may be exchanged, and their prices as typed or from the file. */
    instruments,
    prices: priced.prices,
    ...useOrder(positions, { deal: data?.deal, lots, prices: priced.prices }),
    custodian: custodian?.key,
    description: t('Substitution.default_description', { description: openedAs(data?.deliveries) }).trim(),
  }
  const read = readSubstitution(priced, known)
  const preview = useQuery(substitutionQuery(client, read.parameters))
  const found = read.parameters === undefined ? undefined : preview.data
  const change = (part: Partial<SubstitutionDraft>) => {
    setUnproposed(undefined)
    setDraft((before) => ({ ...before, ...part }))
  }
  return {
    draft,
    change,
    known,
    isLoading,
    /** The deal, the own holdings, or what would move are being read, or read again. */
    isReading: isReading || isDealLoading || preview.isFetching,
    read,
    preview: found,
    /** The preview is still that of an earlier draft. */
    isOutdated: preview.isPlaceholderData,
    /** Why nothing can be exchanged, or why this cannot. */
    failure: hasFailed
      ? t('DealForm.positions_failure')
      : failureOf(
          consent.agreed !== undefined && lots.length === 0,
          error ?? consent.error ?? unusableIn(preview.error),
        ),
    refusal: preview.isFetching ? undefined : refusalOf(found, preview.error),
    unproposed,
    /** Fills in the smallest quantity of a row that is worth enough. */
    propose: proposer(client, priced, known, {
      fill: (id, quantity) =>
        change({ in: draft.in.map((one) => (one.id === id ? { ...one, quantity } : one)) }),
      refuse: (id, text) => setUnproposed({ id, text }),
    }),
  }
}

const openedAs = (deliveries: readonly DeliveryOfDeal[] | undefined): string =>
  readableText(deliveries?.[0]?.details?.description ?? '')

/** What may be exchanged, and the draft with its prices as typed or from the file. */
function pricedOf(
  draft: SubstitutionDraft,
  { lots, positions }: { lots: readonly LotToExchange[]; positions: readonly Available[] },
) {
  const instruments = [...lots.map(({ asset }) => asset), ...positions]
  return { instruments, priced: { ...draft, prices: withFile(draft.prices, draft.priceFile, instruments) } }
}

/** Why what was read cannot be exchanged. */
const refusalOf = (found: SubstitutionPreview | undefined, error: Error | null): string | undefined =>
  error === null ? found?.refusal?.message : causeOf(error)

function failureOf(isEmpty: boolean, error: Error | null): string | undefined {
  if (error !== null) return causeOf(error)
  return isEmpty ? t('Substitution.failure_lots') : undefined
}

/** No quantity or price mends a custodian that cannot confirm: it is shown before anything more is typed. */
const unusableIn = (error: Error | null): Error | null =>
  error instanceof ConnexError && error.code === 'custodianUnusable' ? error : null

type Answers = { fill: (id: number, quantity: string) => void; refuse: (id: number, text: string) => void }
type Known = Parameters<typeof readSubstitution>[1] & { deliveryId: DeliveryId }

const proposer =
  (client: Client, draft: SubstitutionDraft, known: Known, { fill, refuse }: Answers) =>
  async (id: number): Promise<void> => {
    const { parameters } = readSubstitution(draft, { ...known, enough: id })
    if (parameters === undefined) return refuse(id, t('Substitution.propose_first'))
    try {
      const position = draft.in.find((one) => one.id === id)
      const decimals = (position && positionOf(position, known))?.decimals ?? 0
      fill(id, formatQuantity(await proposeEnough(client, parameters), decimals))
    } catch (error) {
      refuse(id, causeOf(error))
    }
  }
