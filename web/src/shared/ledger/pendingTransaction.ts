// A transaction that is signed, and may or may not be on the ledger. A module of its own, because the bulk dialog needs it
// without the action of a single dialog.
import { TxHash } from '@connex/protocol'
import { ClientError } from '@connex/sdk'
import { importWithRetry } from '../../lib/importWithRetry.ts'

/**
 * The hash of a signed transaction that may or may not be on the ledger; undefined after any other error.
 * `const pending = pendingHashOf(error)`: where there is one, nothing is signed a second time.
 */
export const pendingHashOf = (error: unknown): TxHash | undefined =>
  error instanceof ClientError && error.code === 'keptForLater'
    ? TxHash.safeParse(error.detail).data
    : undefined

/** Imported as soon as anything is signed, because the server may be away by the time it is needed. */
export const loadResolver = () => importWithRetry(() => import('./resolveSigned.ts'))
