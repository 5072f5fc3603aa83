// A delivery as its deal sees it: what its legs move between the two parties, and what its payments are for.
import * as z from 'zod/mini'
import { Delivery, DetailsStatus } from '../entities/delivery.ts'
import type { DeliveryLeg, LegType } from '../entities/delivery.ts'
import { BlockNumber } from '../scalars.ts'
import type { Address } from '../scalars.ts'
import { DealDetails } from './dealDetails.ts'
import { centsOf } from '../terms/cash.ts'
import type { Currency } from '../terms/cash.ts'
import type { CashPurpose } from '../terms/dealEvent.ts'
import type { LotName } from '../terms/loanTerms.ts'

/** The ledger's order: the block, then the index of the log in it. */
export const LedgerPosition = z.object({ block: BlockNumber, logIdx: z.number() })
export type LedgerPosition = z.infer<typeof LedgerPosition>

/** A delivery with its private details and the place of its settlement, as a server answers it. */
export const DeliveryOfDeal = z.object({
  ...Delivery.shape,
  /** Null unless `detailsStatus` is SYNCED. */
  details: z.nullable(DealDetails),
  detailsStatus: DetailsStatus,
  /** Null while the ledger has not settled it. */
  settledAt: z.nullable(LedgerPosition),
})
export type DeliveryOfDeal = z.infer<typeof DeliveryOfDeal>

export type DealLeg = Pick<
  DeliveryLeg,
  | 'legIdx'
  | 'legType'
  | 'sender'
  | 'receiver'
  | 'assetManagerAddr'
  | 'assetId'
  | 'quantity'
  | 'instrumentId'
  | 'identifier'
  | 'decimals'
> & {
  /** The issuer's, of an instrument without an ISIN or WKN. */
  label?: string | null | undefined
}

/** The fields that a deal is computed from. */
export type DealDelivery = Pick<
  DeliveryOfDeal,
  | 'deliveryId'
  | 'deliveryState'
  | 'creator'
  | 'valueDate'
  | 'createdBlock'
  | 'privateDataFp'
  | 'details'
  | 'detailsStatus'
  | 'settledAt'
> & { legs: readonly DealLeg[] }

/** What a leg of each type is to a deal. */
export const LEG_MEANS: Record<LegType, 'securities' | 'cash' | 'nothing'> = {
  NONE: 'nothing',
  EXTERNAL: 'cash',
  HTLC: 'securities',
  TRADITIONAL: 'securities',
  DIGITAL: 'securities',
  DIGITAL_WITH_COORDINATOR: 'securities',
  ERC20: 'securities',
  ERC721: 'securities',
  TXC: 'securities',
}

export const securitiesOf = ({ legs }: Pick<DealDelivery, 'legs'>): DealLeg[] =>
  legs.filter(({ legType }) => LEG_MEANS[legType] === 'securities')

export const paymentsOf = ({ legs }: Pick<DealDelivery, 'legs'>): DealLeg[] =>
  legs.filter(({ legType }) => LEG_MEANS[legType] === 'cash')

/** What a lot is made of: a line of one registry, or of one token. */
export type Asset = Pick<
  DealLeg,
  'assetManagerAddr' | 'assetId' | 'instrumentId' | 'identifier' | 'decimals' | 'label'
>

export const assetOf = ({
  assetManagerAddr,
  assetId,
  instrumentId,
  identifier,
  decimals,
  label,
}: DealLeg): Asset => ({
  assetManagerAddr,
  assetId,
  instrumentId,
  identifier,
  decimals,
  ...(label == null ? {} : { label }),
})

/** `${manager}:${id}` in lower case: one text for one asset, as maps of prices and denominations use it. */
export const assetKey = ({
  assetManagerAddr,
  assetId,
}: Pick<Asset, 'assetManagerAddr' | 'assetId'>): string => `${assetManagerAddr}:${assetId}`

/** One leg of securities: `lot` is the one that the details name. */
export type Move = {
  legIdx: number
  lot: LotName | undefined
  asset: Asset
  sender: Address
  receiver: Address
  quantity: bigint
}

export const movesOf = (delivery: Pick<DealDelivery, 'legs' | 'details'>): Move[] =>
  securitiesOf(delivery).map((leg) => ({
    legIdx: leg.legIdx,
    lot: delivery.details?.deal?.lots?.find(({ legIdx }) => legIdx === leg.legIdx)?.lot,
    asset: assetOf(leg),
    sender: leg.sender,
    receiver: leg.receiver,
    quantity: BigInt(leg.quantity),
  }))

/** A part of a payment, in cents from `from` to `to`; below zero where it lowers the payment. */
export type Flow = { purpose: CashPurpose; currency: Currency; from: Address; to: Address; cents: bigint }

/** The parts of an event's payments, as far as the ledger has a leg for them; undefined where it has none. */
export function flowsOf({ legs, details }: Pick<DealDelivery, 'legs' | 'details'>): Flow[] | undefined {
  const payments = paymentsOf({ legs })
  const flows: Flow[] = []
  for (const { legIdx, amount, currency, purpose } of details?.deal?.cash ?? []) {
    const leg = payments.find((one) => one.legIdx === legIdx)
    if (leg === undefined) return undefined
    flows.push({ purpose, currency, from: leg.sender, to: leg.receiver, cents: centsOf(amount) })
  }
  return flows
}

/** Whether every leg runs between these two. */
export const isBetween = ({ legs }: Pick<DealDelivery, 'legs'>, parties: readonly Address[]): boolean =>
  legs.every(({ sender, receiver }) => parties.includes(sender) && parties.includes(receiver))
