// Every state machine of the specification (§4), each as one table: from a state, which act leads to which state. What a table
// does not list is refused.
import type { registrationRequestStates } from '@connex/contracts'
import type { NominationStatus, TenantState } from './tenant.ts'
import type { DeliveryState } from './delivery.ts'
import type { InstrumentState, RegistryState } from './instrument.ts'
import type { UserStatus } from './user.ts'
import type { WorkflowState } from './workflow.ts'

export type Transitions<State extends string, Act extends string> = Readonly<
  Record<State, Readonly<Partial<Record<Act, State>>>>
>

/** Where an act leads, undefined where it is refused. `nextState(WORKFLOW_TRANSITIONS, 'PENDING', 'reject')` → 'REJECTED' */
export const nextState = <State extends string, Act extends string>(
  table: Transitions<State, Act>,
  state: State,
  act: Act,
): State | undefined => table[state][act]

/** `confirm` and `revoke` are followed by `complete` where there are enough confirmations. The index executes, time aborts. */
export const WORKFLOW_TRANSITIONS: Transitions<
  WorkflowState,
  'confirm' | 'complete' | 'revoke' | 'reject' | 'execute' | 'abort'
> = {
  PENDING: {
    confirm: 'PENDING',
    complete: 'CONFIRMED',
    revoke: 'PENDING',
    reject: 'REJECTED',
    execute: 'EXECUTED',
    abort: 'ABORTED',
  },
  CONFIRMED: { revoke: 'PENDING', reject: 'REJECTED', execute: 'EXECUTED', abort: 'ABORTED' },
  EXECUTED: {},
  REJECTED: {},
  ABORTED: {},
}

/** Only the invited wallet confirms; all else is the tenant admin's. Nobody comes back from DELETED. */
export const USER_TRANSITIONS: Transitions<
  UserStatus,
  'confirm' | 'reject' | 'invite' | 'deactivate' | 'activate' | 'delete'
> = {
  INVITED: { confirm: 'ACTIVE', reject: 'REJECTED', delete: 'DELETED' },
  REJECTED: { invite: 'INVITED', delete: 'DELETED' },
  ACTIVE: { deactivate: 'INACTIVE', delete: 'DELETED' },
  INACTIVE: { activate: 'ACTIVE', delete: 'DELETED' },
  DELETED: {},
}

/** An invited tenant: the invited tenant confirms or rejects, the inviter deletes; `register` and `unregister` come from the index. */
export const TENANT_TRANSITIONS: Transitions<
  TenantState,
  'confirm' | 'reject' | 'delete' | 'register' | 'unregister'
> = {
  INVITED: { confirm: 'CONFIRMED', reject: 'REJECTED', delete: 'DELETED' },
  CONFIRMED: { register: 'ACTIVE' },
  ACTIVE: { unregister: 'INACTIVE' },
  INACTIVE: { register: 'ACTIVE' },
  REJECTED: {},
  DELETED: {},
}

/** The nominee commits or rejects, the nominator revokes; rejecting and revoking both end CANCELLED, with two L. */
export const NOMINATION_TRANSITIONS: Transitions<
  NominationStatus | 'NONE',
  'nominate' | 'commit' | 'reject' | 'revoke'
> = {
  NONE: { nominate: 'NOMINATED' },
  NOMINATED: { commit: 'COMMITTED', reject: 'CANCELLED', revoke: 'CANCELLED' },
  COMMITTED: { nominate: 'NOMINATED' },
  CANCELLED: { nominate: 'NOMINATED' },
}

/** The ledger's. A creation with every confirmation settles in its own transaction. */
export const DELIVERY_TRANSITIONS: Transitions<DeliveryState, 'create' | 'confirm' | 'settle' | 'cancel'> = {
  NONE: { create: 'CREATED' },
  CREATED: { confirm: 'PENDING', settle: 'SETTLED', cancel: 'CANCELED' },
  PENDING: { confirm: 'PENDING', settle: 'SETTLED', cancel: 'CANCELED' },
  CANCELED: {},
  SETTLED: {},
}

/** A draft is the server's, everything after it the ledger's. */
export const INSTRUMENT_TRANSITIONS: Transitions<
  InstrumentState,
  'draft' | 'delete' | 'create' | 'register' | 'expire'
> = {
  NONE: { draft: 'DRAFT', create: 'CREATED' },
  DRAFT: { create: 'CREATED', delete: 'NONE' },
  CREATED: { register: 'REGISTERED', expire: 'EXPIRED' },
  REGISTERED: { register: 'REGISTERED', expire: 'EXPIRED' },
  EXPIRED: {},
}

/** The ledger's. `create` leads to IMPORTING where the instrument is marked TO_IMPORT. */
export const REGISTRY_TRANSITIONS: Transitions<
  RegistryState,
  'create' | 'createToImport' | 'finishImport' | 'suspend' | 'unsuspend' | 'export' | 'unregister'
> = {
  NONE: { create: 'REGISTERED', createToImport: 'IMPORTING' },
  REGISTERED: { suspend: 'SUSPENDED', export: 'EXPORTING', unregister: 'DEREGISTERED' },
  SUSPENDED: { unsuspend: 'REGISTERED', unregister: 'DEREGISTERED' },
  IMPORTING: { finishImport: 'REGISTERED' },
  EXPORTING: { unregister: 'DEREGISTERED' },
  DEREGISTERED: {},
}

/** The ledger's: the registrar requests and may cancel, the issuer confirms or rejects. */
export const REGISTRATION_TRANSITIONS: Transitions<
  (typeof registrationRequestStates)[number],
  'request' | 'confirm' | 'reject' | 'cancel' | 'unregister'
> = {
  NONE: { request: 'REQUESTED' },
  REQUESTED: { confirm: 'CONFIRMED', reject: 'REJECTED', cancel: 'CANCELED' },
  CONFIRMED: { unregister: 'DEREGISTERED' },
  REJECTED: { request: 'REQUESTED' },
  CANCELED: { request: 'REQUESTED' },
  DEREGISTERED: {},
}
