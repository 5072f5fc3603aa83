// Mint and burn requests: what tells the two kinds apart, and their states.
import { TransferState, type Transfer } from '@connex/protocol'

export type RequestKind = 'MINT' | 'BURN'

/** What is minted is received, what is burnt is delivered. */
export const REQUEST_KINDS = {
  MINT: { messages: 'MintRequests', leg: 'receive' },
  BURN: { messages: 'BurnRequests', leg: 'deliver' },
} as const satisfies Record<RequestKind, { messages: string; leg: 'deliver' | 'receive' }>

export type RequestState = 'PENDING' | 'SETTLED' | 'CANCELED'

/** A request is pending whoever has to act. */
const STATES = {
  PENDING: 'PENDING',
  PENDING_COUNTERPARTY: 'PENDING',
  PENDING_CUSTODIAN: 'PENDING',
  SETTLED: 'SETTLED',
  CANCELED: 'CANCELED',
} as const satisfies Record<TransferState, RequestState>

export const REQUEST_STATES: readonly RequestState[] = [...new Set(Object.values(STATES))]

export const requestState = ({ deliveryState }: Pick<Transfer, 'deliveryState'>): RequestState =>
  deliveryState === 'SETTLED' || deliveryState === 'CANCELED' ? deliveryState : 'PENDING'

/** `transferStatesOf('SETTLED')` → ['SETTLED'] */
export const transferStatesOf = (state: string): TransferState[] =>
  TransferState.options.filter((one) => STATES[one] === state)
