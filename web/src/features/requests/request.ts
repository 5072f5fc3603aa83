// Mint and burn requests: what tells the two kinds apart, and their states.
import { PENDING_STATES, type Address, type Transfer, type TransferState } from '@connex/protocol'
import { requests } from '../../messages/en/requests.ts'
import { addMessages, t } from '../../messages/t.ts'

addMessages(requests)

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

/** The transfer states of the requests that are pending, and of those that have ended. */
export const STATES_OF = {
  pending: TRANSFER_STATES.PENDING,
  ended: [...TRANSFER_STATES.SETTLED, ...TRANSFER_STATES.CANCELED],
} as const

type Ended = Pick<Transfer, 'state' | 'registrarAddr' | 'canceledBy' | 'wasRefused'>

/** Who must act on a request, or who ended it: 'Meridian Registrars', 'refused by Meridian Registrars'. */
export function actorText(request: Ended, nameOf: (address: Address) => string): string {
  const { state, registrarAddr, canceledBy, wasRefused } = request
  if (state === 'SETTLED') return ''
  if (state === 'CANCELED') {
    if (canceledBy === null) return ''
    return t(wasRefused ? 'Requests.refused_by' : 'Requests.canceled_by', { name: nameOf(canceledBy) })
  }
  return state === 'PENDING' ? t('Requests.you') : nameOf(registrarAddr)
}
