// Requests ask the database together: while one statement is on its way, those that come meanwhile wait for the next.
import type { Address } from '@connex/protocol'
import type { Queryable } from '../../storage/engine/database.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { useNonces } from '../../storage/queries/credentials.ts'
import type { Nonce } from '../../storage/queries/credentials.ts'
import { findViewers } from '../../storage/queries/viewers.ts'
import type { Viewer } from '../../storage/queries/viewers.ts'

/** In one statement. */
const AT_ONCE = 500

type Waiting<Asked, Answer> = {
  asked: Asked
  settle: (answer: Answer) => void
  fail: (error: unknown) => void
}

/**
 * `ask` answers many at once, in their order; each is asked after it came. `inBatches(findAll)(address)` → its own answer.
 * Where `ask` fails, all who waited for it are told so.
 */
export function inBatches<Asked, Answer>(
  ask: (batch: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  let waiting: Waiting<Asked, Answer>[] = []
  let isAsking = false

  async function askAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      try {
        const answers = await ask(batch.map(({ asked }) => asked))
        batch.forEach((one, index) => one.settle(answers[index] as Answer))
      } catch (error) {
        for (const one of batch) one.fail(error)
      }
    }
    isAsking = false
  }

  return (asked) =>
    new Promise((settle, fail) => {
      waiting.push({ asked, settle, fail })
      if (isAsking) return
      isAsking = true
      // What has arrived in the same turn goes together.
      setImmediate(() => void askAll())
    })
}

// Requests use up their nonces together. Who is told that a nonce was fresh is told so after it was committed.

export type NonceBook = {
  /** False where this user has used it before, whichever process took it. Throws where that cannot be known. */
  use: (user: Address, nonce: string) => Promise<boolean>
}

/** `createNonceBook(database.kysely).use('0x…', '00…')` → true, once */
export function createNonceBook(db: Queryable): NonceBook {
  const use = inBatches((nonces: readonly Nonce[]) => useNonces(db, nonces))
  return { use: (user, nonce) => use({ user, nonce }) }
}

// Requests ask together who they come from. Nothing is kept: what was revoked or locked before a request came is so for it.

/** `createViewerBook(database, hostedTenants)('0x…')` → who that is, asked after it was called */
export const createViewerBook = (
  database: Pick<Database, 'kysely'>,
  hostedTenants: readonly Address[],
): ((address: Address) => Promise<Viewer | undefined>) =>
  inBatches((addresses: readonly Address[]) => findViewers(database.kysely, addresses, hostedTenants))
