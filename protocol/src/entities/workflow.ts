// A confirmation workflow: a tenant's batch of ledger calls, until enough of its users have confirmed it.
import * as z from 'zod/mini'
import { Address, Bytes32, HexData, Seconds, TxHash } from '../scalars.ts'
import { Signer } from './user.ts'

export const WorkflowEntity = z.enum(['instrument', 'delivery', 'delivery_leg', 'forced_transfer'])
export type WorkflowEntity = z.infer<typeof WorkflowEntity>

/** Tasks are also about registries. */
export const TaskEntity = z.enum([...WorkflowEntity.options, 'registry'])
export type TaskEntity = z.infer<typeof TaskEntity>

export const WorkflowState = z.enum(['PENDING', 'CONFIRMED', 'EXECUTED', 'REJECTED', 'ABORTED'])
export type WorkflowState = z.infer<typeof WorkflowState>

export const TaskStatus = z.enum([...WorkflowState.options, 'UNSTARTED', 'WAITING'])
export type TaskStatus = z.infer<typeof TaskStatus>

export const DELIVERY_WORKFLOW_ACTIONS = [
  'confirmDelivery',
  'batchTransaction',
  'confirmLegDelivery',
  'reportExternalDelivery',
  'confirmAndLockLeg',
  'unlockAndDeliverLeg',
  'confirmExternalDelivery',
] as const

export const INSTRUMENT_WORKFLOW_ACTIONS = [
  'createInstrument',
  'createInstrumentRevision',
  'createPrivateInstrument',
  'createInstrumentWithDepositary',
  'createPrivateInstrumentWithDepositary',
  'createInstrumentV2',
  'createInstrumentRevisionV2',
  'createPrivateInstrumentV2',
  'createInstrumentWithDepositaryV2',
  'createPrivateInstrumentWithDepositaryV2',
  'createTraditionalInstrument',
] as const

export const REGISTRY_WORKFLOW_ACTIONS = [
  'requestInstrumentRegistration',
  'confirmInstrumentRegistrationAndPrepareRegistry',
  'suspendRegistry',
  'unsuspendRegistry',
  'deregister',
  'finishImport',
  'startExporting',
] as const

/** What the specification names no list for: a forced transfer has one action. */
export const WorkflowAction = z.enum([
  ...DELIVERY_WORKFLOW_ACTIONS,
  ...INSTRUMENT_WORKFLOW_ACTIONS,
  ...REGISTRY_WORKFLOW_ACTIONS,
  'forcedTransfer',
])
export type WorkflowAction = z.infer<typeof WorkflowAction>

/** Which actions belong to which entity. A registry's workflows are about its instrument. */
export const WORKFLOW_ACTIONS: Readonly<Record<WorkflowEntity, readonly WorkflowAction[]>> = {
  instrument: [...INSTRUMENT_WORKFLOW_ACTIONS, ...REGISTRY_WORKFLOW_ACTIONS],
  delivery: DELIVERY_WORKFLOW_ACTIONS,
  delivery_leg: DELIVERY_WORKFLOW_ACTIONS,
  forced_transfer: ['forcedTransfer'],
}

/** A user's signature over the batch as the ledger takes it: r, low s, and v as 27 or 28. */
export const BatchSignature = HexData.check(z.regex(/^0x[0-9a-f]{130}$/, 'not a signature'))

/** A signature as a key returns it: r and s as 64 bytes, with or without v behind them, or in DER, which takes 72 at most. */
export const KeySignature = HexData.check(z.maxLength(146))

/** The controller's calls, as its co-signers sign them. */
export const WorkflowBatch = z.object({
  controllerAddr: Address,
  calls: z.array(z.object({ target: Address, data: HexData })).check(z.minLength(1), z.maxLength(50)),
  /** Random. The ledger executes one batch with it, in any order with others, or none once it is cancelled. */
  nonce: Bytes32,
  /** Until when the ledger takes it. */
  deadline: Seconds,
  /** The user who is to send it; null for any entitled one. */
  sender: z.nullable(Address),
})
export type WorkflowBatch = z.infer<typeof WorkflowBatch>

/** Why a user rejects a workflow, for the users of the caller's tenant. */
export const RejectReason = z.string().check(z.minLength(1), z.maxLength(500))

export const Workflow = z.object({
  workflowId: z.string(),
  entity: WorkflowEntity,
  entityId: z.string(),
  action: WorkflowAction,
  state: WorkflowState,
  initiatorAddr: Address,
  batch: WorkflowBatch,
  /** Of distinct users, the initiator among them. */
  signaturesRequired: z.number(),
  /** A signature becomes visible once the workflow is CONFIRMED: until then only its user and the server know it. */
  confirmations: z.array(z.object({ userAddr: Address, signature: z.nullable(BatchSignature), at: Seconds })),
  /** Who rejected it, here or by cancelling its nonce on the ledger. */
  rejectedBy: z.nullable(Address),
  /** As the user who rejected it here wrote it. */
  rejectReason: z.nullable(z.string()),
  /** Who proposed, confirmed or rejected it, with their names. */
  users: z.array(Signer),
  txHash: z.nullable(TxHash),
  createdAt: Seconds,
  updatedAt: Seconds,
})
export type Workflow = z.infer<typeof Workflow>

/**
 * A step that the caller's tenant has to take, or waits for: UNSTARTED before anyone has begun, WAITING where somebody else must go
 * first, otherwise the state of its workflow.
 */
export const Task = z.object({
  taskId: z.string(),
  entity: TaskEntity,
  /** Of a delivery's leg `deliveryId:legIdx`, of a registry its id, of a forced transfer its data's fingerprint. */
  entityId: z.string(),
  action: WorkflowAction,
  status: TaskStatus,
  workflowId: z.nullable(z.string()),
  createdAt: Seconds,
})
export type Task = z.infer<typeof Task>
