// Acting without an SDK: a call prepares each thing that a user does and answers a transaction; the caller signs it with whatever holds
// its key, and publishes it by the last call here, or by publish-raw-tx.
import * as z from 'zod/mini'
import {
  COORDINATE,
  IN_DELIVERIES,
  IN_INSTRUMENTS,
  IN_REGISTRIES,
  ON_RAMP,
  REGISTER,
  SIGN_TOGETHER,
  WRITE_DELIVERIES,
  WRITE_INSTRUMENTS,
} from '../access.ts'
import { DealDetails } from '../deals/dealDetails.ts'
import { endpoint } from '../endpoint.ts'
import { DetailsStatus } from '../entities/delivery.ts'
import { SaltedText } from '../entities/privateText.ts'
import { TenantInvitation } from '../entities/tenant.ts'
import { KeySignature, WorkflowAction, WorkflowBatch, WorkflowEntity } from '../entities/workflow.ts'
import type { ApiErrorCode } from '../errors.ts'
import {
  Address,
  BlockNumber,
  Bytes32,
  DeliveryId,
  Fingerprint,
  HexData,
  InstrumentId,
  Quantity,
  RegistryId,
  TxHash,
} from '../scalars.ts'
import { ADMINISTRATION_ACTS, AdministrationAct } from './acts/administration.ts'
import { NewCancel, NewConfirmation, NewReturn, NewSubstitution, NewTransfer } from './acts/deliveries.ts'
import { INSTRUMENT_ACTS, InstrumentAct } from './acts/instruments.ts'
import { POSITION_ACTS, PositionAct } from './acts/positions.ts'
import { REGISTRY_ACTS, RegistryAct } from './acts/registries.ts'
import { ownTransactionFields } from './acts/transactionFields.ts'
import { Fees } from './fees.ts'
import { PUBLISHING_ERRORS } from './ledger.ts'

/** Everything that a user does on the ledger beside transfers, by the name of the SDK's function. */
export const ACTS = {
  ...ADMINISTRATION_ACTS,
  ...INSTRUMENT_ACTS,
  ...REGISTRY_ACTS,
  ...POSITION_ACTS,
}
export type ActName = keyof typeof ACTS
export type ActCallName =
  'prepareAdministration' | 'prepareInstrument' | 'prepareRegistry' | 'preparePosition'

/** The call that prepares an act for one user alone. `actCall('suspendRegistry')` → 'prepareRegistry' */
export function actCall(act: ActName): ActCallName {
  if (act in ADMINISTRATION_ACTS) return 'prepareAdministration'
  if (act in INSTRUMENT_ACTS) return 'prepareInstrument'
  return act in REGISTRY_ACTS ? 'prepareRegistry' : 'preparePosition'
}
export type Act = z.output<(typeof ACTS)[ActName]>

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

/** The ledger would execute this: after this block, for this gas. */
const DryRun = z.object({
  block: BlockNumber,
  gas: Quantity,
  /** False behind transactions of this wallet that no block has yet, on a ledger that cannot run one after them. */
  isChecked: z.boolean(),
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
  dryRun: DryRun,
}

/** What is signed. */
const toSignFields = {
  transaction: UnsignedTransaction,
  /** The same as bytes: what is hashed and signed (RLP; EIP-155, or EIP-1559 with its type in front). */
  unsignedTransaction: HexData,
  /** The keccak-256 of `unsignedTransaction`, for a key that signs digests. */
  signingHash: Bytes32,
}

export const PreparedTransaction = z.object({ ...describedFields, ...toSignFields })
export type PreparedTransaction = z.infer<typeof PreparedTransaction>

/** Private data behind fingerprints in the bytes. */
export const StoredData = z.object({
  /** The call that would store it, such as `PUT /instrument-manager/instruments/details`. */
  call: z.string(),
  /** Its body, with the salts. The fingerprint of each salted object in it is the keccak-256 of its RFC 8785 canonical JSON. */
  body: z.record(z.string(), z.unknown()),
  /** Of what the ledger gets the fingerprint: the details, the reason, or each entry. */
  fingerprints: z.array(Fingerprint),
})
export type StoredData = z.infer<typeof StoredData>

const actFields = {
  /** What signing does, read back from the bytes, a sentence each. */
  consequences: z.array(z.string()),
  /** Of a new instrument. */
  instrumentId: z.nullable(InstrumentId),
  /** Of a requested registry. */
  registryId: z.nullable(RegistryId),
  /** Of a new custody chain. */
  custodyChainId: z.nullable(Bytes32),
  /** The server has stored it, for the caller's tenant alone. It deletes it if the ledger has no such fingerprint after 24 hours. */
  stored: z.array(StoredData),
  dryRun: DryRun,
}

export const PreparedAct = z.object({ ...actFields, ...toSignFields })
export type PreparedAct = z.infer<typeof PreparedAct>

/** What colleagues are to approve. */
const proposedFields = {
  /** With your signature of `signingHash`, the body of `PUT /confirmation-workflows`. */
  workflow: z.object({
    entity: WorkflowEntity,
    entityId: z.string(),
    action: WorkflowAction,
    batch: WorkflowBatch,
  }),
  /** The EIP-712 digest of the batch. */
  signingHash: Bytes32,
}

export const PreparedProposal = z.object({ ...describedFields, ...proposedFields })
export type PreparedProposal = z.infer<typeof PreparedProposal>

export const PreparedActProposal = z.object({ ...actFields, ...proposedFields })
export type PreparedActProposal = z.infer<typeof PreparedActProposal>

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

/** Of a confirmation by private details. */
const DETAILS_ERRORS: readonly ApiErrorCode[] = ['detailsMissing', 'detailsDiffer']

/** Of a transaction that carries out a workflow. */
const EXECUTING_ERRORS: readonly ApiErrorCode[] = [
  'workflowNotFound',
  'workflowEnded',
  'workflowNotConfirmed',
  'workflowPublished',
  'transactionOtherBatch',
]

/** Of a transaction that registers an invited tenant. */
const REGISTERING_ERRORS: readonly ApiErrorCode[] = [
  'invitationNotFound',
  'invitationNotConfirmed',
  'transactionOtherTarget',
]

const common = {
  method: 'POST',
  privileges: WRITE_DELIVERIES,
  tenantPrivileges: IN_DELIVERIES,
  exemptedBy: COORDINATE,
  response: PreparedTransaction,
} as const

/** About a workflow of any kind: who may sign its batch decides. */
const deciding = { method: 'POST', privileges: SIGN_TOGETHER, response: PreparedTransaction } as const

/** One of these. A proposal ignores the nonce, and colleagues can approve it until its deadline. */
const NewProposal = z.union([
  z.object({ transfer: NewTransfer }),
  z.object({ return: NewReturn }),
  z.object({ substitution: NewSubstitution }),
  /** Colleagues approve by the details: without them nobody could. */
  z.object({ confirmation: z.omit(NewConfirmation, { withoutDetails: true }) }),
  z.object({ cancel: NewCancel }),
])

/** Any act but those of the wallet itself. A proposal ignores the nonce, and colleagues can approve it until its deadline. */
const NewActProposal = z.discriminatedUnion('act', [
  AdministrationAct,
  InstrumentAct,
  RegistryAct,
  PositionAct,
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
    errors: [...PREPARING_ERRORS, ...DETAILS_ERRORS],
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
    body: z.object(ownTransactionFields),
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
    errors: [...PREPARING_ERRORS, ...DETAILS_ERRORS, 'alreadyStored'],
  }),
  prepareActProposal: endpoint({
    method: 'POST',
    path: '/confirmation-workflows/act/prepare',
    summary:
      'Prepares any other act that several users of the tenant must sign: stores its private data, and answers the batch to sign first',
    privileges: SIGN_TOGETHER,
    body: NewActProposal,
    response: PreparedActProposal,
    errors: [...PREPARING_ERRORS, 'apiAddressInvalid', 'notFound', 'registryNotFound'],
  }),
  prepareApproval: endpoint({
    ...deciding,
    path: '/confirmation-workflows/confirm/prepare',
    summary:
      "Prepares a colleague's signature under a pending workflow, checked as an approver checks it; refused where something forbids it",
    body: z.object(ofWorkflow),
    response: PreparedApproval,
    errors: [...PREPARING_ERRORS, 'workflowConfirmed'],
  }),
  prepareExecution: endpoint({
    ...deciding,
    path: '/confirmation-workflows/execute/prepare',
    summary:
      'Prepares the transaction that carries out a confirmed workflow. Its sender counts as one of the signatures',
    body: z.object({ ...ofWorkflow, ...ownTransactionFields }),
    errors: [...PREPARING_ERRORS, 'workflowNotConfirmed'],
  }),
  prepareRejection: endpoint({
    ...deciding,
    path: '/confirmation-workflows/reject/prepare',
    summary:
      'Prepares the rejection of a workflow on the ledger, where it is final: no signature under it is worth anything any more',
    body: z.object({ ...ofWorkflow, ...ownTransactionFields }),
    errors: [...PREPARING_ERRORS, 'workflowNotFound'],
  }),
  prepareAdministration: endpoint({
    method: 'POST',
    authentication: 'bearer',
    path: '/platform/administration/prepare',
    summary:
      "Prepares what an administrator does: privileges, signatures required, nominations, the tenant's server; and what the platform's operator does",
    body: AdministrationAct,
    response: PreparedAct,
    errors: [...PREPARING_ERRORS, 'apiAddressInvalid', 'notFound'],
  }),
  prepareInstrument: endpoint({
    method: 'POST',
    path: '/instrument-manager/instruments/prepare',
    summary: 'Prepares the creation, a revision or the end of an instrument, or who may hold it',
    privileges: [...WRITE_INSTRUMENTS, 'instrument.WHITELIST'],
    tenantPrivileges: IN_INSTRUMENTS,
    body: InstrumentAct,
    response: PreparedAct,
    errors: PREPARING_ERRORS,
  }),
  prepareRegistry: endpoint({
    method: 'POST',
    path: '/registry-manager/registry/prepare',
    summary:
      "Prepares a registration's request or answer, or what its registrar does with a registry as a whole",
    privileges: REGISTER,
    tenantPrivileges: IN_INSTRUMENTS,
    body: RegistryAct,
    response: PreparedAct,
    errors: [...PREPARING_ERRORS, 'registryNotFound'],
  }),
  preparePosition: endpoint({
    method: 'POST',
    path: '/registry-manager/positions/prepare',
    summary:
      'Prepares what happens to accounts and what is in them without a delivery: opened, issued, imported, marked, moved by force, terminated; also to entries and on custody chains',
    privileges: ['registry.SHARED_POSITION_HANDLING', ...ON_RAMP],
    tenantPrivileges: IN_REGISTRIES,
    body: PositionAct,
    response: PreparedAct,
    errors: [...PREPARING_ERRORS, 'registryNotFound'],
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
      /** Of the invitation whose tenant the transaction registers: it then has the hash. */
      invitationId: z.optional(TenantInvitation.shape.id),
    }),
    response: z.object({
      transactionHash: TxHash,
      /** The signed transaction. Keep it until a block has it: publish-raw-tx takes it again. */
      rawTransaction: HexData,
    }),
    errors: [...PUBLISHING_ERRORS, 'signatureUnusable', ...EXECUTING_ERRORS, ...REGISTERING_ERRORS],
  }),
}
