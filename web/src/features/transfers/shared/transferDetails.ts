import { fingerprintOf, repurchasePrice, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, DeliveryDetails, Fingerprint, Transfer } from '@connex/protocol'
import { call } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '../../../lib/Viewer.ts'
import { formatCash, formatIsoDay, formatUtcDay } from '../../../lib/format.ts'
import { shorten } from '../../../lib/strings.ts'
import { t } from '../../../messages/t.ts'
import type { Definition } from '../../../ui/panel/DefinitionList.tsx'

/** matches: worked out here in the browser, so that not even the own server has to be believed. */
export type DetailsCheck =
  { result: 'matches'; details: DeliveryDetails } | { result: 'differs' | 'missing'; details?: never }

/** A transfer's private details, held against the ledger's fingerprint; what differs is never used. */
export function useDeliveryDetails(
  transfer: Pick<Transfer, 'deliveryId' | 'privateDataFp'> | undefined,
): DetailsCheck | undefined {
  const { client } = useViewer()
  const { data } = useQuery({
    queryKey: ['details', transfer?.deliveryId],
    queryFn: async ({ signal }): Promise<DetailsCheck> => {
      const deliveryIds = transfer === undefined ? [] : [transfer.deliveryId]
      const { items } = await call(client, 'deliveryDetails', { query: { deliveryIds }, signal })
      return checkDetails(items[0]?.details, transfer?.privateDataFp)
    },
    enabled: transfer !== undefined,
  })
  return data
}

/** Details held against the fingerprint that the ledger has of them. */
export function checkDetails(
  details: DeliveryDetails | null | undefined,
  fingerprint: Fingerprint | undefined,
): DetailsCheck {
  if (!details) return { result: 'missing' }
  return fingerprintOf(details) === fingerprint ? { result: 'matches', details } : { result: 'differs' }
}

/** Why the private details are not to be relied on, in words: others than the ledger vouches for, or none while an
 * amount of cash hangs on them. `detailsDoubt(repo, { result: 'missing' })` */
export function detailsDoubt(
  { legs }: Pick<Transfer, 'legs'>,
  check: DetailsCheck | undefined,
): string | undefined {
  if (check?.result === 'differs') return t('Proof.differs')
  if (check?.result !== 'matches' && legs.some(({ legType }) => legType === 'EXTERNAL'))
    return t('Proof.no_amount')
  return undefined
}

/** Who takes part, and as what. */
export function partiesOf(
  { counterpartyAddr, registrarAddr, creator, legs }: Transfer,
  viewer: Address,
  nameOf: (address: Address) => string,
): Definition[] {
  const coordinators = [...new Set(legs.map(({ txCoordinator }) => txCoordinator))].filter(
    (one) => one !== ZERO_ADDRESS,
  )
  return [
    { term: t('Parties.you'), value: nameOf(viewer) },
    { term: t('Parties.counterparty'), value: nameOf(counterpartyAddr) },
    { term: t('Parties.custodian'), value: nameOf(registrarAddr) },
    ...coordinators.map((one) => ({ term: t('Parties.coordinator'), value: nameOf(one) })),
    { term: t('Parties.creator'), value: nameOf(creator) },
  ]
}

type Term = Definition & { value: string }

/**
 * What was agreed beside the legs: of a repo or a loan, which end of the deal it is; of a repo, its private terms and the price
 * that follows from them.
 */
export function termsOf(
  { valueDate, transferType }: Pick<Transfer, 'valueDate' | 'transferType'>,
  details: DeliveryDetails | undefined,
): Term[] {
  const repo = details?.repo
  const opening = details?.openingDeliveryId
  const part =
    opening === undefined ? t('Terms.deal_opening') : t('Terms.deal_closing', { opening: shorten(opening) })
  const isDeal = transferType === 'REPO' || transferType === 'SEC_LEND'
  const dated = [
    ...(isDeal && details !== undefined ? [{ term: t('Terms.deal'), value: part }] : []),
    ...(valueDate === 0 ? [] : [{ term: t('Terms.value_date'), value: formatUtcDay(valueDate) }]),
  ]
  if (repo === undefined) return dated
  const currency = details?.cashCurrency ?? ''
  // A closing's cash is the repurchase price itself.
  const isClosing = opening !== undefined
  const { repurchaseDate, rate, dayCount } = repo
  const price = repurchasePrice(repo)
  const repurchaseDay = repurchaseDate === undefined ? t('Terms.open') : formatIsoDay(repurchaseDate)
  return [
    ...dated,
    { term: t('Terms.purchase_date'), value: formatIsoDay(repo.purchaseDate) },
    { term: t('Terms.purchase_price'), value: formatCash(repo.purchasePrice, currency) },
    { term: t('Terms.repurchase_date'), value: repurchaseDay },
    ...(price === undefined
      ? []
      : [
          {
            term: t('Terms.repurchase_price'),
            value: formatCash(isClosing ? (details?.cashQuantity ?? price) : price, currency),
          },
        ]),
    { term: t('Terms.rate'), value: t('Terms.rate_value', { rate, dayCount }) },
  ]
}

/** A transfer with its private terms as they were held against the ledger's fingerprint here; what differs is never used. */
export function withDetails(transfer: Transfer, check: DetailsCheck | undefined): Transfer {
  if (check === undefined) return transfer
  const { description = null, cashQuantity = null, cashCurrency = null } = check.details ?? {}
  return { ...transfer, description, cashQuantity, cashCurrency }
}
