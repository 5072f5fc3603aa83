import { TxHash } from '@connex/protocol'
import { ClientError } from '@connex/sdk'
import { fetchPart } from './fetchPart.ts'

/** The transaction that is signed, and of which nobody knows whether the ledger has it; undefined after any other error. */
export const keptHashOf = (error: unknown): TxHash | undefined =>
  error instanceof ClientError && error.code === 'keptForLater'
    ? TxHash.safeParse(error.detail).data
    : undefined

/** What goes on with it: fetched as soon as anything is signed, since the server may be away when it is needed. */
export const loadSettling = () => fetchPart(() => import('./settleSigned.ts'))
