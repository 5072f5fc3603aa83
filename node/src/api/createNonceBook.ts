// Requests use up their nonces together: while one statement is on its way, those that come meanwhile wait for the next.
// Who is told that a nonce was fresh is told so after it was committed.
import type { Address } from '@connex/protocol'
import { useNonces } from '../storage/nonces.ts'
import type { Nonce } from '../storage/nonces.ts'
import type { Queryable } from '../storage/queryable.ts'

/** In one statement. */
const AT_ONCE = 500

export type NonceBook = {
  /** False where this user has used it before, whichever process took it. Throws where that cannot be known. */
  use: (user: Address, nonce: string) => Promise<boolean>
}

type Waiting = Nonce & { settle: (isFresh: boolean) => void; fail: (error: unknown) => void }

/** `createNonceBook(database.kysely).use('0x…', '00…')` → true, once */
export function createNonceBook(db: Queryable): NonceBook {
  let waiting: Waiting[] = []
  let isWriting = false

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      try {
        const fresh = await useNonces(db, batch)
        batch.forEach((one, index) => one.settle(fresh[index] === true))
      } catch (error) {
        for (const one of batch) one.fail(error)
      }
    }
    isWriting = false
  }

  return {
    use: (user, nonce) =>
      new Promise((settle, fail) => {
        waiting.push({ user, nonce, settle, fail })
        if (isWriting) return
        isWriting = true
        // What has arrived in the same turn goes together.
        setImmediate(() => void write())
      }),
  }
}
