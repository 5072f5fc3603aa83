// Workflows as the server lists them: what a colleague has proposed, and others have yet to sign.
import type { Workflow } from '@connex/protocol'
import { addressOf, OWN_TENANT } from './screen.tsx'
import { OTHER, REGISTRY_ID } from './transfers.ts'

export const COLLEAGUE = addressOf('7')

/** A proposal that one of two has signed: `workflowOf('1', { signaturesRequired: 3 })` */
export const workflowOf = (workflowId: string, more: object = {}): Workflow =>
  ({
    workflowId,
    entity: 'delivery',
    entityId: '0x01',
    action: 'confirmDelivery',
    state: 'PENDING',
    txHash: null,
    initiatorAddr: COLLEAGUE,
    users: [{ address: COLLEAGUE, name: 'b.moser' }],
    confirmations: [{ userAddr: COLLEAGUE, signature: null, at: 1_795_000_000 }],
    signaturesRequired: 2,
    batch: {
      controllerAddr: OTHER,
      calls: [{ target: OTHER, data: '0x01' }],
      nonce: `0x${'0'.repeat(64)}`,
      deadline: 4e9,
      sender: null,
    },
    createdAt: 1_795_000_000,
    updatedAt: 1_795_000_100,
    rejectedBy: null,
    rejectReason: null,
    ...more,
  }) as unknown as Workflow

/** What it does, as the client computes it: a transfer of securities is created. */
export const createdTransfer = {
  functionName: 'createDelivery',
  deliveryId: '0x01',
  legIdx: undefined,
  legs: [{ sender: OWN_TENANT, receiver: OTHER, registryId: REGISTRY_ID, quantity: 5n }],
  accounts: [],
  details: { description: 'One week' },
  reason: null,
  valueDate: undefined,
}
