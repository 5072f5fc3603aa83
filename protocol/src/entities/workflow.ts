// A confirmation workflow: what a tenant wants to do on the ledger, until enough of its users have confirmed it.
import * as z from 'zod/mini'
import { Address, HexData, Seconds, TxHash } from '../scalars.ts'

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

/** Which actions belong to which entity. */
export const WORKFLOW_ACTIONS: Readonly<Record<TaskEntity, readonly WorkflowAction[]>> = {
  instrument: INSTRUMENT_WORKFLOW_ACTIONS,
  delivery: DELIVERY_WORKFLOW_ACTIONS,
  delivery_leg: DELIVERY_WORKFLOW_ACTIONS,
  forced_transfer: ['forcedTransfer'],
  registry: REGISTRY_WORKFLOW_ACTIONS,
}

/** A user's 65-byte signature over the batch. */
export const BatchSignature = HexData.check(z.regex(/^0x[0-9a-f]{130}$/, 'not a signature'))

/** What the controller is asked to do, as its co-signers sign it. */
export const WorkflowBatch = z.object({
  controllerAddr: Address,
  calls: z.array(z.object({ target: Address, data: HexData })).check(z.minLength(1), z.maxLength(50)),
  /** Until when the ledger takes it. */
  deadline: Seconds,
})
export type WorkflowBatch = z.infer<typeof WorkflowBatch>

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
  confirmations: z.array(z.object({ userAddr: Address, signature: BatchSignature, at: Seconds })),
  /** Who rejected it. */
  rejectedBy: z.nullable(Address),
  txHash: z.nullable(TxHash),
  createdAt: Seconds,
  updatedAt: Seconds,
})
export type Workflow = z.infer<typeof Workflow>

/** Something that the own tenant has to do, or waits for. */
export const Task = z.object({
  taskId: z.string(),
  entity: TaskEntity,
  entityId: z.string(),
  action: WorkflowAction,
  status: TaskStatus,
  workflowId: z.nullable(z.string()),
  createdAt: Seconds,
})
export type Task = z.infer<typeof Task>
