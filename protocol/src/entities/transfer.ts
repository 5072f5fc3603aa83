// A transfer as one tenant sees it: the delivery, its private details where they match, and whose turn it is.
import * as z from 'zod/mini'
import { ForeignText } from '../text/readableText.ts'
import { AccountNumber, Address, Bytes32, DeliveryId, Quantity, RegistryId } from '../scalars.ts'
import type { CancelVote, DeliveryLeg } from './delivery.ts'
import { Cash, Currency } from '../terms/cash.ts'
import { DealEventKind } from '../terms/dealEventKind.ts'
import { Delivery, DetailsStatus, isIssue, isTerminate } from './delivery.ts'
import { RepoTerms } from '../terms/repoTerms.ts'
import type { DeliveryTurn } from './owes.ts'
import { isInvestorDuty, owedBy } from './owes.ts'
import { Unit } from './unit.ts'

export const TransferState = z.enum([
  'PENDING',
  'PENDING_COUNTERPARTY',
  'PENDING_CUSTODIAN',
  'SETTLED',
  'CANCELED',
])
export type TransferState = z.infer<typeof TransferState>

/** Whether a transfer in this state has ended. */
const HAS_ENDED: Record<TransferState, boolean> = {
  PENDING: false,
  PENDING_COUNTERPARTY: false,
  PENDING_CUSTODIAN: false,
  SETTLED: true,
  CANCELED: true,
}
/** The states in which somebody still owes something. */
export const PENDING_STATES = TransferState.options.filter((state) => !HAS_ENDED[state])

export const TransferType = z.enum(['FOP', 'REPO', 'SEC_LEND', 'MINT', 'BURN'])
export type TransferType = z.infer<typeof TransferType>

const IS_REQUEST = {
  FOP: false,
  REPO: false,
  SEC_LEND: false,
  MINT: true,
  BURN: true,
} as const satisfies Record<TransferType, boolean>

type RequestKind = {
  [Type in TransferType]: (typeof IS_REQUEST)[Type] extends true ? Type : never
}[TransferType]

/** A transfer between investors; the others are requests to a registrar. */
export type TransferKind = Exclude<TransferType, RequestKind>

export const TRANSFER_KINDS = TransferType.options.filter((type): type is TransferKind => !IS_REQUEST[type])

/** Whether a return closes such a transfer: what it moved goes back. */
const IS_RETURNABLE: Record<TransferType, boolean> = {
  FOP: false,
  REPO: true,
  SEC_LEND: true,
  MINT: false,
  BURN: false,
}
export const isReturnable = (type: TransferType): boolean => IS_RETURNABLE[type]

export const Direction = z.enum(['DELIVER', 'RECEIVE'])
export type Direction = z.infer<typeof Direction>

/** One side of a transfer as a table shows it. */
export const TransferAsset = z.object({
  registryId: RegistryId,
  instrumentId: z.nullable(Bytes32),
  identifier: z.nullable(z.string()),
  /** The issuer's name for it, from details with the ledger's fingerprint. */
  label: z.nullable(z.string()),
  unit: Unit,
  account: z.nullable(AccountNumber),
  quantity: Quantity,
  decimals: z.number(),
})
export type TransferAsset = z.infer<typeof TransferAsset>

export const Transfer = z.object({
  ...Delivery.shape,
  transferType: TransferType,
  direction: Direction,
  /** Seen from the viewer's tenant: whose turn it is. */
  state: TransferState,
  registryManagerAddr: Address,
  registrarAddr: Address,
  counterpartyAddr: Address,
  deliver: z.nullable(TransferAsset),
  receive: z.nullable(TransferAsset),
  /** Of a mint or burn request: the requested instrument, account and quantity. Null in every other transfer. */
  isin: z.nullable(z.string()),
  account: z.nullable(AccountNumber),
  quantity: z.nullable(Quantity),
  description: z.nullable(ForeignText),
  cashQuantity: z.nullable(Cash),
  cashCurrency: z.nullable(Currency),
  /** A repo's terms. */
  repo: z.nullable(RepoTerms),
  /** Of a closing: the delivery that it closes. */
  openingDeliveryId: z.nullable(DeliveryId),
  /** What it does to an open deal, by its private details. A closing without an event of its own is a RETURN. */
  dealEvent: z.nullable(DealEventKind),
  /** It moves documented cash alone. */
  isCashOnly: z.boolean(),
  detailsStatus: DetailsStatus,
})
export type Transfer = z.infer<typeof Transfer>

type LegKind = Pick<DeliveryLeg, 'legType' | 'sender' | 'receiver' | 'registrar'>

/** By its legs: one the registrar issues or terminates, one alone, against a payment, or against another security. */
export function transferTypeOf(legs: readonly LegKind[]): TransferType {
  const [first] = legs
  if (first === undefined) throw new TypeError('a delivery has at least one leg')
  if (isIssue(first)) return 'MINT'
  if (isTerminate(first)) return 'BURN'
  if (legs.length === 1) return 'FOP'
  return legs.some((leg) => leg.legType === 'EXTERNAL') ? 'REPO' : 'SEC_LEND'
}

/** Whether a delivery moves documented cash alone. */
export const isCashOnly = (legs: readonly Pick<DeliveryLeg, 'legType'>[]): boolean =>
  legs.length > 0 && legs.every(({ legType }) => legType === 'EXTERNAL')

/** A transfer's direction follows its first leg: who sends it delivers. */
export const directionFor = (legs: readonly LegKind[], viewer: Address): Direction =>
  legs[0]?.sender === viewer ? 'DELIVER' : 'RECEIVE'

/**
 * The side on which a viewer sees a transfer's documented cash: that of the first leg if the same tenant pays, otherwise the other
 * one. Undefined where nothing is paid.
 *
 * @example
 * cashSideOf(repo) // 'receive' for the seller
 */
export function cashSideOf({
  legs,
  direction,
}: {
  legs: readonly Pick<DeliveryLeg, 'legType' | 'sender'>[]
  direction: Direction
}): 'deliver' | 'receive' | undefined {
  const payment = legs.find(({ legType }) => legType === 'EXTERNAL')
  if (payment === undefined) return undefined
  return (payment.sender === legs[0]?.sender) === (direction === 'DELIVER') ? 'deliver' : 'receive'
}

/** The other investor of the first leg, for a registrar its receiver; the registrar itself for mint and burn. */
export function counterpartyFor(legs: readonly LegKind[], viewer: Address): Address {
  const [first] = legs
  if (first === undefined) throw new TypeError('a delivery has at least one leg')
  return first.receiver === viewer ? first.sender : first.receiver
}

/** `transferState(delivery, alpenbank)` → 'PENDING' while Alpenbank owes a confirmation that it may give now. */
export function transferState(delivery: DeliveryTurn, viewer: Address): TransferState {
  if (delivery.deliveryState === 'CANCELED') return 'CANCELED'
  if (delivery.deliveryState === 'SETTLED') return 'SETTLED'
  const owed = owedBy(delivery)
  if (owed.some((one) => one.tenant === viewer && one.mayGiveNow)) return 'PENDING'
  if (owed.some((one) => one.tenant !== viewer && isInvestorDuty(one))) return 'PENDING_COUNTERPARTY'
  return 'PENDING_CUSTODIAN'
}

/**
 * The tenant that a transfer waits for, as this viewer sees it: the viewer itself where it owes a confirmation now, else the other
 * investor who owes one, else the registrar or coordinator. Null once the transfer has ended.
 *
 * @example
 * waitsFor(repo, alpenbank) // Baltic Trust Bank's address while it owes its confirmation
 */
export function waitsFor(delivery: DeliveryTurn, viewer: Address): Address | null {
  const owed = owedBy(delivery)
  const others = owed.filter(({ tenant }) => tenant !== viewer)
  const investors = others.filter(isInvestorDuty)
  const own = owed.find((one) => one.tenant === viewer && one.mayGiveNow)
  const next = own ?? investors.find(({ mayGiveNow }) => mayGiveNow) ?? investors[0] ?? others[0] ?? owed[0]
  return next?.tenant ?? null
}

/**
 * Whether the viewer owes a confirmation, or an answer to another party's request to cancel. The server's filter `waiting`
 * asks the same of its rows.
 */
export const isWaitingFor = (transfer: Pick<Transfer, 'state' | 'cancelVotes'>, viewer: Address): boolean =>
  transfer.state === 'PENDING' || isCancelRequested(transfer, viewer)

/** Whether another party requests to cancel a pending transfer: it is the viewer's turn to agree. */
export const isCancelRequested = (
  { state, cancelVotes }: { state: TransferState; cancelVotes: readonly Pick<CancelVote, 'tenant'>[] },
  viewer: Address,
): boolean => !HAS_ENDED[state] && cancelVotes.some(({ tenant }) => tenant !== viewer)
