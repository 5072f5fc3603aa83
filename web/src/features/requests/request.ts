// Mint and burn requests: what tells the two kinds apart, and their states.
import { PENDING_STATES, type Transfer, type TransferState } from '@connex/protocol'

export type RequestKind = 'MINT' | 'BURN'

/** What is minted is received, what is burnt is delivered. */
export const REQUEST_KINDS = {
  MINT: { messages: 'MintRequests', leg: 'receive' },
  BURN: { messages: 'BurnRequests', leg: 'deliver' },
} as const satisfies Record<RequestKind, { messages: string; leg: 'deliver' | 'receive' }>

/** Whoever has to act, a request is pending. */
const TRANSFER_STATES = {
  PENDING: PENDING_STATES,
  SETTLED: ['SETTLED'],
  CANCELED: ['CANCELED'],
} as const satisfies Record<string, readonly TransferState[]>

export type RequestState = keyof typeof TRANSFER_STATES
export const REQUEST_STATES = ['PENDING', 'SETTLED', 'CANCELED'] as const satisfies readonly RequestState[]

export const requestState = ({ deliveryState }: Pick<Transfer, 'deliveryState'>): RequestState =>
  deliveryState === 'SETTLED' || deliveryState === 'CANCELED' ? deliveryState : 'PENDING'

/** `transferStatesOf('SETTLED')` → ['SETTLED'] */
export const transferStatesOf = (state: string): readonly TransferState[] => {
  const known = REQUEST_STATES.find((one) => one === state)
  return known === undefined ? [] : TRANSFER_STATES[known]
}
