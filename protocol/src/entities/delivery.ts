// A delivery: the ledger's object behind a transfer. Its legs settle together or not at all.
import * as z from 'zod/mini'
import {
  AccountNumber,
  Address,
  BlockNumber,
  Bytes32,
  DeliveryId,
  Fingerprint,
  HexData,
  Quantity,
  Seconds,
  TxHash,
} from '../scalars.ts'
import { Cash, Currency } from '../terms/cash.ts'
import { RepoTerms } from '../terms/repoTerms.ts'
import { Signer } from './user.ts'

export const DeliveryState = z.enum(['NONE', 'CREATED', 'PENDING', 'CANCELED', 'SETTLED'])
export type DeliveryState = z.infer<typeof DeliveryState>

// 'PARTIALY_CONFIRMED' is the specification's spelling.
export const DeliveryLegState = z.enum(['NONE', 'CREATED', 'DELIVERED', 'CONFIRMED', 'PARTIALY_CONFIRMED'])
export type DeliveryLegState = z.infer<typeof DeliveryLegState>

export const LegType = z.enum([
  'NONE',
  'EXTERNAL',
  'HTLC',
  'TRADITIONAL',
  'DIGITAL',
  'DIGITAL_WITH_COORDINATOR',
  'ERC20',
  'ERC721',
  'TXC',
])
export type LegType = z.infer<typeof LegType>

/** Who confirms what on a leg. */
export const LegRole = z.enum(['sender', 'receiver', 'registrar', 'coordinator'])
export type LegRole = z.infer<typeof LegRole>

/** One confirmation on the ledger. */
export const Confirmation = z.object({
  legIdx: z.number(),
  role: LegRole,
  tenant: Address,
  at: Seconds,
  block: BlockNumber,
  txHash: TxHash,
  /** Of the caller's tenant's confirmations. */
  user: z.nullable(Signer),
})
export type Confirmation = z.infer<typeof Confirmation>

export const DeliveryLeg = z.object({
  legIdx: z.number(),
  /** The ledger managers' id of it. */
  legEntityId: Bytes32,
  legType: LegType,
  state: DeliveryLegState,
  sender: Address,
  receiver: Address,
  registrar: Address,
  txCoordinator: Address,
  /** The registry manager of a digital leg; the instrument manager of a TRADITIONAL one; the token of an HTLC or ERC one; zero for EXTERNAL. */
  assetManagerAddr: Address,
  /** The registry's id of a digital leg; the currency's code as a word for EXTERNAL. */
  assetId: Bytes32,
  quantity: Quantity,
  /** As created: the ledger stores the terms as a hash and takes them again with every call. */
  senderData: HexData,
  receiverData: HexData,
  senderAccount: z.nullable(AccountNumber),
  receiverAccount: z.nullable(AccountNumber),
  senderConfirmed: z.boolean(),
  receiverConfirmed: z.boolean(),
  registrarConfirmed: z.boolean(),
  coordinatorConfirmed: z.boolean(),
  /** Of a leg in a registry or of a TRADITIONAL one, as the index knows it. */
  instrumentId: z.nullable(Bytes32),
  identifier: z.nullable(z.string()),
  decimals: z.number(),
})
export type DeliveryLeg = z.infer<typeof DeliveryLeg>

export const CancelVote = z.object({
  tenant: Address,
  /** Zero where no reason was given; otherwise of a private comment on the delivery. */
  reasonFp: Bytes32,
  at: Seconds,
  txHash: TxHash,
  /** Of the caller's tenant's votes. */
  user: z.nullable(Signer),
})
export type CancelVote = z.infer<typeof CancelVote>

export const Delivery = z.object({
  deliveryId: DeliveryId,
  /** The same, as workflows, tasks and the audit call what they are about. */
  entityId: Bytes32,
  deliveryManagerAddr: Address,
  deliveryState: DeliveryState,
  creator: Address,
  /** UTC midnight in seconds before which nothing settles; 0 for none. */
  valueDate: Seconds,
  /** From then on any investor alone cancels it while it is pending and no payment was reported. */
  expiresAt: Seconds,
  privateDataFp: Fingerprint,
  numLegs: z.number(),
  numLegsConfirmed: z.number(),
  numLegsDelivered: z.number(),
  legs: z.array(DeliveryLeg),
  confirmations: z.array(Confirmation),
  cancelVotes: z.array(CancelVote),
  createdAt: Seconds,
  createdBlock: BlockNumber,
  createdTxHash: TxHash,
  /** Who signed the creation, if the caller's tenant is the creator. */
  createdByUser: z.nullable(Signer),
  /** When it was settled or canceled. */
  closedAt: z.nullable(Seconds),
  closedTxHash: z.nullable(TxHash),
  /** Whose cancel, agreement or refusal ended it; null while it is not CANCELED. */
  canceledBy: z.nullable(Address),
  /** Of the private comment with the reason; null for none. */
  cancelReasonFp: z.nullable(Fingerprint),
  /** The registrar has refused it. */
  wasRefused: z.boolean(),
})
export type Delivery = z.infer<typeof Delivery>

type OfType = Pick<DeliveryLeg, 'legType'>

/** How a leg of each type moves; the contracts' LegTypes.sol draws the same lines. */
const MOVES_BY: Record<LegType, 'nothing' | 'report' | 'lock' | 'registry' | 'token'> = {
  NONE: 'nothing',
  EXTERNAL: 'report',
  HTLC: 'lock',
  TRADITIONAL: 'report',
  DIGITAL: 'registry',
  DIGITAL_WITH_COORDINATOR: 'registry',
  ERC20: 'token',
  ERC721: 'token',
  TXC: 'registry',
}

/** Whether the leg moves within a registry: the same as `isDigital` in contracts/src/delivery/LegTypes.sol. */
export const isDigital = ({ legType }: OfType): boolean => MOVES_BY[legType] === 'registry'

/** Whether the leg moves outside the ledger, which knows a report and a confirmation of it. */
export const isOffLedger = ({ legType }: OfType): boolean => MOVES_BY[legType] === 'report'

/** Whether the leg is a token that its sender's confirmation puts in escrow. */
export const isToken = ({ legType }: OfType): boolean => MOVES_BY[legType] === 'token'

/** Whether sender and receiver confirm the leg and the ledger moves it, against a report or a lock. */
export const isConfirmable = (leg: OfType): boolean => isDigital(leg) || isToken(leg)

/** Whether the leg is locked by its sender with a hash, and unlocked by its receiver with the key. */
export const isHtlc = ({ legType }: OfType): boolean => MOVES_BY[legType] === 'lock'

/** A leg that the registrar issues (mint) has the registrar as sender; one that it terminates (burn), as receiver. */
export const isIssue = (leg: Pick<DeliveryLeg, 'sender' | 'registrar'>): boolean =>
  leg.sender === leg.registrar
export const isTerminate = (leg: Pick<DeliveryLeg, 'receiver' | 'registrar'>): boolean =>
  leg.receiver === leg.registrar

const detailsFields = {
  salt: Bytes32,
  description: z.string().check(z.minLength(1), z.maxLength(500)),
  cashQuantity: z.optional(Cash),
  cashCurrency: z.optional(Currency),
  cashInstrument: z.optional(z.string().check(z.maxLength(100))),
  repo: z.optional(RepoTerms),
  /** Of a closing or another event of a deal: the delivery that opened it. */
  openingDeliveryId: z.optional(DeliveryId),
}

/**
 * The fields that every client reads. It passes on the others (`DealDetails`), which its server checks, so that it need not load
 * the schema of deals to create a transfer.
 */
export const DeliveryDetails = z.looseObject(detailsFields) as unknown as z.ZodMiniObject<
  typeof detailsFields
>
export type DeliveryDetails = z.infer<typeof DeliveryDetails>

/** SYNCED: the fingerprint equals the ledger's. Anything else is shown, and never used. */
export const DetailsStatus = z.enum(['PENDING', 'SYNCED', 'FINGERPRINT_MISMATCH'])
export type DetailsStatus = z.infer<typeof DetailsStatus>
