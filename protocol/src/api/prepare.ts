// Acting without an SDK: a call prepares each thing that a user does and answers a transaction; the caller signs it with whatever holds
// its key, and publishes it by the last call here, or by publish-raw-tx.
import * as z from 'zod/mini'
import { COORDINATE, IN_DELIVERIES, WRITE_DELIVERIES } from '../access.ts'
import { DealDetails, TradeReference } from '../deals/dealDetails.ts'
import { endpoint } from '../endpoint.ts'
import { DetailsStatus } from '../entities/delivery.ts'
import { SaltedText } from '../entities/privateText.ts'
import { Direction } from '../entities/transfer.ts'
import { KeySignature, WorkflowAction, WorkflowBatch, WorkflowEntity } from '../entities/workflow.ts'
import type { ApiErrorCode } from '../errors.ts'
import {
  AccountNumber,
  Address,
  BlockNumber,
  Bytes32,
  DeliveryId,
  Fingerprint,
  HexData,
  InstrumentId,
  Quantity,
  RegistryId,
  Seconds,
  TxHash,
} from '../scalars.ts'
import { Currency } from '../terms/cash.ts'
import { Haircut, LoanTerms, MarginTerms } from '../terms/loanTerms.ts'
import { Decimal, IsoDate, RepoTerms } from '../terms/repoTerms.ts'
import { Fees } from './fees.ts'
import { PUBLISHING_ERRORS } from './ledger.ts'

/** How the transaction is to be made, for callers who count their nonces themselves or want an end. */
const transactionFields = {
  /** Default: the next one that neither a block nor the pool of the server's node has. */
  nonce: z.optional(z.int().check(z.nonnegative())),
  /** In UTC seconds: later the ledger refuses the transaction. Default: never. */
  deadline: z.optional(Seconds),
}

/** Securities in one account of the caller's tenant, with one custodian; the first four as in an item of the positions. */
const assetFields = {
  registryManagerAddr: Address,
  registrarAddr: Address,
  registryId: RegistryId,
  account: AccountNumber,
  /** In the instrument's smallest unit: 1000.00 with two decimals is '100000'. */
  quantity: Quantity,
}

const Description = z.string().check(z.minLength(1), z.maxLength(500))

/** A UTC midnight in seconds, before which nothing settles. */
const valueDate = z.optional(Seconds)

const dealFields = {
  counterpartyAddr: Address,
  /** DELIVER: the caller's tenant gives the securities, of a loan the lent ones; RECEIVE: it gets them. */
  direction: Direction,
  description: Description,
  valueDate,
  /** The creator's own id of the trade, which the parties read. */
  reference: z.optional(TradeReference),
}

export const NewFop = z.object({
  transferType: z.literal('FOP'),
  ...assetFields,
  ...dealFields,
  ...transactionFields,
})
export const NewRepo = z.object({
  transferType: z.literal('REPO'),
  ...assetFields,
  ...dealFields,
  terms: RepoTerms,
  cashCurrency: z.optional(Currency),
  margin: z.optional(MarginTerms),
  ...transactionFields,
})
export const NewSecLend = z.object({
  transferType: z.literal('SEC_LEND'),
  /** What the caller's tenant gives, and from which account. */
  deliver: z.object(assetFields),
  /** What it gets, and into which account. */
  receive: z.object(assetFields),
  ...dealFields,
  loan: z.optional(LoanTerms),
  margin: z.optional(MarginTerms),
  ...transactionFields,
})
export const NewMint = z.object({
  transferType: z.literal('MINT'),
  ...assetFields,
  description: Description,
  ...transactionFields,
})
export const NewBurn = z.object({
  transferType: z.literal('BURN'),
  ...assetFields,
  description: Description,
  ...transactionFields,
})
export const NewTransfer = z.discriminatedUnion('transferType', [
  NewFop,
  NewRepo,
  NewSecLend,
  NewMint,
  NewBurn,
])
export type NewTransfer = z.infer<typeof NewTransfer>

/** From which own account securities leave, and into which they come. */
const accounts = z.optional(
  z.object({ deliver: z.optional(AccountNumber), receive: z.optional(AccountNumber) }),
)

/** The requests that an event of a deal answers. */
const answers = z.optional(z.array(Fingerprint).check(z.maxLength(64)))

/** In smallest units by lot, such as `{"P1": "3000000"}`. */
const LotQuantities = z.record(z.string().check(z.maxLength(10)), Quantity)

export const NewReturn = z.object({
  /** The settled repo or loan. */
  deliveryId: DeliveryId,
  /** In smallest units by lot, such as `{"P1": "3000000"}`; without it everything that is held goes back. */
  quantities: z.optional(LotQuantities),
  /** Of a part of a repo: its interest with it, or with the last return. */
  interest: z.optional(z.enum(['ON_PART', 'AT_END'])),
  accounts,
  /** By lot, before `accounts`: after a substitution, lots may lie with several custodians. */
  lotAccounts: z.optional(z.record(z.string().check(z.maxLength(10)), AccountNumber)),
  /** The day of the return; an open repo needs it. */
  repurchaseDate: z.optional(IsoDate),
  answers,
  description: z.optional(Description),
  valueDate,
  ...transactionFields,
})

export const NewSubstitution = z.object({
  /** The settled repo or loan. */
  deliveryId: DeliveryId,
  /** What comes back to the caller's tenant: in smallest units by lot, such as `{"P1": "3000000"}`. */
  out: LotQuantities,
  /** What it gives in place of that. ENOUGH is the smallest quantity that passes the value tests; at most one may be. */
  in: z
    .array(z.object({ ...assetFields, quantity: z.union([Quantity, z.literal('ENOUGH')]) }))
    .check(z.minLength(1), z.maxLength(31)),
  /** For the value tests; the details quote them. */
  prices: z.optional(
    z
      .array(
        z.object({
          instrumentId: InstrumentId,
          /** As the instrument is quoted, in percent or for one unit, without accrued interest. */
          clean: Decimal,
          /** Default: 0, as where `clean` contains it. */
          accrued: z.optional(Decimal),
          /** Default: today. */
          date: z.optional(IsoDate),
          /** Default: entered by hand. */
          source: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
        }),
      )
      .check(z.maxLength(64)),
  ),
  /** Per cent by instrument id, in place of those of the terms. */
  haircuts: z.optional(z.record(InstrumentId, Haircut)),
  /** How many business days old a price may be; default: 1. */
  staleAfterDays: z.optional(z.int().check(z.nonnegative(), z.maximum(365))),
  /** Goes on although values cannot be tested. */
  acceptUntested: z.optional(z.boolean()),
  /** The own account into which everything comes back; default: those from which it was delivered. */
  receive: z.optional(AccountNumber),
  /** Where the terms want the holder's consent, by default the requests to which it has agreed. */
  answers,
  description: z.optional(Description),
  valueDate,
  ...transactionFields,
})

export const NewConfirmation = z.object({
  deliveryId: DeliveryId,
  /** INVESTOR (the default): all that the caller's tenant owes as a sender, receiver or payer. REGISTRAR: as registrar or coordinator. */
  role: z.optional(z.enum(['INVESTOR', 'REGISTRAR'])),
  accounts,
  /** By the number of a leg, before `accounts`: legs may lie with several custodians. */
  legAccounts: z.optional(z.record(z.string().check(z.regex(/^[0-9]{1,2}$/)), AccountNumber)),
  /** The securities alone; a payment that is due as well stays due. */
  withoutPayment: z.optional(z.boolean()),
  /** Of a return whose deal has changed since: the hash of the deal that the user has seen. */
  acceptedDeal: z.optional(Bytes32),
  ...transactionFields,
})

export const NewCancel = z.object({
  deliveryId: DeliveryId,
  /** The registrar must give one; it is answered with a salt as `comment`. */
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(4000))),
  ...transactionFields,
})

/** An unsigned transaction, field by field. */
export const UnsignedTransaction = z.object({
  chainId: z.number(),
  nonce: z.number(),
  /** Its type, and what a unit of gas costs, in wei. */
  fees: Fees,
  gas: Quantity,
  to: Address,
  value: Quantity,
  data: HexData,
})

/** What is to be signed, and all that one needs to check it first. */
const describedFields = {
  /** What signing does, read back from the bytes, a sentence each. */
  consequences: z.array(z.string()),
  /** The delivery that the transaction creates or changes; null for a refund. */
  deliveryId: z.nullable(DeliveryId),
  /** Of a creation: the private details with their salt. The ledger gets their fingerprint. */
  details: z.nullable(DealDetails),
  /** PENDING: the server has the details, for the caller's tenant alone. It deletes them if the ledger has no such delivery after 24 hours. */
  detailsStatus: z.nullable(DetailsStatus),
  /** Of a cancel: the reason with its salt. Store it before you publish, or nobody can read the fingerprint on the ledger. */
  comment: z.nullable(SaltedText),
  /** Of the details or of the comment, as the bytes have it. */
  fingerprint: z.nullable(Fingerprint),
  /** The ledger would execute this: after this block, for this gas. */
  dryRun: z.object({
    block: BlockNumber,
    gas: Quantity,
    /** False behind transactions of this wallet that no block has yet, on a ledger that cannot run one after them. */
    isChecked: z.boolean(),
  }),
}

export const PreparedTransaction = z.object({
  ...describedFields,
  transaction: UnsignedTransaction,
  /** The same as bytes: what is hashed and signed (RLP; EIP-155, or EIP-1559 with its type in front). */
  unsignedTransaction: HexData,
  /** The keccak-256 of `unsignedTransaction`, for a key that signs digests. */
  signingHash: Bytes32,
})
export type PreparedTransaction = z.infer<typeof PreparedTransaction>

/** What colleagues are to approve. */
export const PreparedProposal = z.object({
  ...describedFields,
  /** With your signature of `signingHash`, the body of `PUT /confirmation-workflows`. */
  workflow: z.object({
    entity: WorkflowEntity,
    entityId: z.string(),
    action: WorkflowAction,
    batch: WorkflowBatch,
  }),
  /** The EIP-712 digest of the batch. */
  signingHash: Bytes32,
})
export type PreparedProposal = z.infer<typeof PreparedProposal>

/** What one more colleague signs. */
export const PreparedApproval = z.object({
  /** What the batch does, read back from its bytes, a sentence each. */
  consequences: z.array(z.string()),
  /** What has changed since it was proposed, a sentence each. Nothing of it forbids the approval. */
  changes: z.array(z.string()),
  /** As it is signed. */
  batch: WorkflowBatch,
  /** The EIP-712 digest of the batch. Its signature is the `signature` of `POST /confirmation-workflows/confirm`. */
  signingHash: Bytes32,
})
export type PreparedApproval = z.infer<typeof PreparedApproval>

const PREPARING_ERRORS: readonly ApiErrorCode[] = [
  'actionRefused',
  'signaturesRequired',
  'refundDue',
  'balanceTooLow',
  'contractRefused',
  'ledgerRefused',
  'ledgerFailed',
  'gasTooLow',
  'contractUnknown',
]

/** Of a transaction that carries out a workflow. */
const EXECUTING_ERRORS: readonly ApiErrorCode[] = [
  'workflowNotFound',
  'workflowEnded',
  'workflowNotConfirmed',
  'workflowPublished',
  'transactionOtherBatch',
]

const common = {
  method: 'POST',
  privileges: WRITE_DELIVERIES,
  tenantPrivileges: IN_DELIVERIES,
  exemptedBy: COORDINATE,
  response: PreparedTransaction,
} as const

/** One of these. A proposal ignores the nonce, and colleagues can approve it until its deadline. */
const NewProposal = z.union([
  z.object({ transfer: NewTransfer }),
  z.object({ return: NewReturn }),
  z.object({ substitution: NewSubstitution }),
  z.object({ confirmation: NewConfirmation }),
  z.object({ cancel: NewCancel }),
])

const ofWorkflow = { workflowId: z.string().check(z.minLength(1), z.maxLength(100)) }

export const prepareApi = {
  prepareTransfer: endpoint({
    ...common,
    path: '/transfer/transfers/prepare',
    summary:
      'Prepares a new transfer, mint or burn request: stores its private details and answers the transaction to sign. Nothing is published',
    body: NewTransfer,
    errors: [...PREPARING_ERRORS, 'alreadyStored'],
  }),
  prepareReturn: endpoint({
    ...common,
    path: '/transfer/transfers/return/prepare',
    summary:
      'Prepares the return of a settled repo or securities loan, or of a part of it, as a new transfer is prepared',
    body: NewReturn,
    errors: [...PREPARING_ERRORS, 'alreadyStored'],
  }),
  prepareSubstitution: endpoint({
    ...common,
    path: '/transfer/transfers/substitution/prepare',
    summary:
      'Prepares the exchange of collateral of a settled repo or securities loan for other securities, as a new transfer is prepared',
    body: NewSubstitution,
    errors: [...PREPARING_ERRORS, 'alreadyStored'],
  }),
  prepareConfirmation: endpoint({
    ...common,
    path: '/transfer/transfers/confirm/prepare',
    summary:
      "Prepares what the caller's tenant owes a transfer now: its delivery, its receipt, the report of a payment, or the confirmation of one",
    body: NewConfirmation,
    errors: PREPARING_ERRORS,
  }),
  prepareCancel: endpoint({
    ...common,
    path: '/transfer/transfers/cancel/prepare',
    summary:
      'Prepares a cancel, a request to cancel or its acceptance, or the refusal of a registrar, whichever the transfer allows now',
    body: NewCancel,
    errors: PREPARING_ERRORS,
  }),
  prepareRefund: endpoint({
    method: 'POST',
    onlyReads: true,
    path: '/dlt/eth/refund/prepare',
    summary:
      "Prepares the platform's refund of the caller's gas, which other transactions need below a threshold",
    body: z.object({ nonce: transactionFields.nonce }),
    response: PreparedTransaction,
    errors: [
      'balanceTooLow',
      'contractRefused',
      'ledgerRefused',
      'ledgerFailed',
      'gasTooLow',
      'contractUnknown',
    ],
  }),
  prepareProposal: endpoint({
    ...common,
    path: '/confirmation-workflows/prepare',
    summary:
      'Prepares what several users of the tenant must sign: stores the private details of what it creates, and answers the batch to sign first',
    body: NewProposal,
    response: PreparedProposal,
    errors: [...PREPARING_ERRORS, 'alreadyStored'],
  }),
  prepareApproval: endpoint({
    ...common,
    path: '/confirmation-workflows/confirm/prepare',
    summary:
      "Prepares a colleague's signature under a pending workflow, checked as an approver checks it; refused where something forbids it",
    body: z.object(ofWorkflow),
    response: PreparedApproval,
    errors: [...PREPARING_ERRORS, 'workflowConfirmed'],
  }),
  prepareExecution: endpoint({
    ...common,
    path: '/confirmation-workflows/execute/prepare',
    summary:
      'Prepares the transaction that carries out a confirmed workflow. Its sender counts as one of the signatures',
    body: z.object({ ...ofWorkflow, nonce: transactionFields.nonce }),
    errors: [...PREPARING_ERRORS, 'workflowNotConfirmed'],
  }),
  publishSignature: endpoint({
    method: 'POST',
    path: '/dlt/eth/publish-signature',
    summary:
      "Publishes a prepared transaction with the signature of its hash, for keys and programs that don't encode transactions; publishing it again answers the same hash",
    body: z.object({
      unsignedTransaction: HexData,
      signature: KeySignature,
      /** Of the workflow that the transaction carries out: its other users then see that it is published. */
      workflowId: z.optional(ofWorkflow.workflowId),
    }),
    response: z.object({
      transactionHash: TxHash,
      /** The signed transaction. Keep it until a block has it: publish-raw-tx takes it again. */
      rawTransaction: HexData,
    }),
    errors: [...PUBLISHING_ERRORS, 'signatureUnusable', ...EXECUTING_ERRORS],
  }),
}
