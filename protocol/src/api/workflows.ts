import * as z from 'zod/mini'
import {
  KeySignature,
  RejectReason,
  Task,
  TaskStatus,
  Workflow,
  WorkflowAction,
  WorkflowBatch,
  WorkflowEntity,
  WorkflowState,
} from '../entities/workflow.ts'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryList } from '../paging.ts'
import { HexData } from '../scalars.ts'
import {
  COORDINATE,
  IN_DELIVERIES,
  IN_INSTRUMENTS,
  IN_REGISTRIES,
  READ_DELIVERIES,
  READ_ENTRIES,
  READ_REGISTRATIONS,
  READ_SIGNED_TOGETHER,
  SIGN_TOGETHER,
} from '../access.ts'
import { PUBLISHING_ERRORS } from './ledger.ts'

const Identifier = z.string().check(z.minLength(1), z.maxLength(100))

const Decision = z.object({ workflowId: Identifier })

const taskQuery = z.object({ ...pagingFields, status: z.optional(queryList(TaskStatus)) })

export const workflowsApi = {
  workflows: endpoint({
    method: 'GET',
    path: '/confirmation-workflows',
    summary: "The confirmation workflows of the caller's tenant",
    privileges: READ_SIGNED_TOGETHER,
    query: z.object({
      ...pagingFields,
      workflowIds: z.optional(queryList(Identifier)),
      entityIds: z.optional(queryList(Identifier)),
      action: z.optional(queryList(WorkflowAction)),
      state: z.optional(queryList(WorkflowState)),
    }),
    response: page(Workflow),
    isPage: true,
  }),
  createWorkflow: endpoint({
    method: 'PUT',
    path: '/confirmation-workflows',
    summary: "Starts a workflow with the initiator's own confirmation",
    privileges: SIGN_TOGETHER,
    body: z.object({
      entity: WorkflowEntity,
      entityId: Identifier,
      action: WorkflowAction,
      batch: WorkflowBatch,
      signature: KeySignature,
    }),
    response: Workflow,
    errors: ['forbidden', 'badRequest', 'signatureNotOfBatch', 'notEntitledToSign', 'batchNonceUsed'],
  }),
  confirmWorkflow: endpoint({
    method: 'POST',
    path: '/confirmation-workflows/confirm',
    summary:
      'Confirms a workflow, or publishes the confirmed one; it is EXECUTED once the index has read its ledger transaction',
    privileges: SIGN_TOGETHER,
    body: z.object({
      workflowId: Identifier,
      signature: z.optional(KeySignature),
      /** The batch with the other confirmations' signatures, once there are enough: its sender counts as one. */
      rawTransaction: z.optional(HexData),
    }),
    response: Workflow,
    errors: [
      'workflowNotFound',
      'workflowEnded',
      'workflowConfirmed',
      'workflowNotConfirmed',
      'workflowPublished',
      'ownConfirmation',
      'signatureNotOfBatch',
      'notEntitledToSign',
      'transactionOtherBatch',
      ...PUBLISHING_ERRORS,
    ],
  }),
  rejectWorkflow: endpoint({
    method: 'POST',
    path: '/confirmation-workflows/reject',
    summary:
      'Rejects a workflow: this server publishes nothing of it. `cancelNonce` of its controller makes that final on the ledger',
    privileges: SIGN_TOGETHER,
    body: z.object({
      ...Decision.shape,
      reason: z.optional(RejectReason),
    }),
    response: Workflow,
    errors: ['workflowNotFound', 'workflowEnded', 'workflowPublished'],
  }),
  revokeWorkflow: endpoint({
    method: 'POST',
    path: '/confirmation-workflows/revoke',
    summary: "Takes back the user's own confirmation; its signature is no longer shared",
    privileges: SIGN_TOGETHER,
    body: Decision,
    response: Workflow,
    errors: ['notFound', 'workflowNotFound', 'workflowEnded', 'workflowPublished'],
  }),
  deliveryTasks: endpoint({
    method: 'GET',
    path: '/delivery-manager/tasks',
    summary: "The tasks of the caller's tenant in deliveries, due or waiting",
    privileges: READ_DELIVERIES,
    tenantPrivileges: IN_DELIVERIES,
    exemptedBy: COORDINATE,
    query: taskQuery,
    response: page(Task),
    isPage: true,
  }),
  registryTasks: endpoint({
    method: 'GET',
    path: '/registry-manager/tasks',
    summary: "The tasks of the caller's tenant in registries, due or waiting",
    privileges: READ_REGISTRATIONS,
    tenantPrivileges: IN_INSTRUMENTS,
    query: taskQuery,
    response: page(Task),
    isPage: true,
  }),
  forcedTransferTasks: endpoint({
    method: 'GET',
    path: '/registry-manager/registry/forced-transfers/tasks',
    summary: "The tasks of the caller's tenant in forced transfers",
    privileges: READ_ENTRIES,
    tenantPrivileges: IN_REGISTRIES,
    query: taskQuery,
    response: page(Task),
    isPage: true,
  }),
}
