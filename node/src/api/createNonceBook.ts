// Requests use up their nonces together. Who is told that a nonce was fresh is told so after it was committed.
import type { Address } from '@connex/protocol'
import { useNonces } from '../storage/queries/credentials.ts'
import type { Nonce } from '../storage/queries/credentials.ts'
import type { Queryable } from '../storage/engine/database.ts'
import { inBatches } from './inBatches.ts'

export type NonceBook = {
  /** False where this user has used it before, whichever process took it. Throws where that cannot be known. */
  use: (user: Address, nonce: string) => Promise<boolean>
}

/** `createNonceBook(database.kysely).use('0x…', '00…')` → true, once */
export function createNonceBook(db: Queryable): NonceBook {
  const use = inBatches((nonces: readonly Nonce[]) => useNonces(db, nonces))
  return { use: (user, nonce) => use({ user, nonce }) }
}
