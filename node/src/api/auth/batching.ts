// Requests share database statements: while one statement is running, requests that arrive wait for the next.
import type { Address } from '@connex/protocol'
import type { Queryable } from '../../storage/engine/database.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { useNonces } from '../../storage/queries/credentials.ts'
import type { Nonce } from '../../storage/queries/credentials.ts'
import { findViewers } from '../../storage/queries/viewers.ts'
import type { ApiContext, NonceStore } from '../call/context.ts'

/** Of one statement. */
const BATCH_MAXIMUM = 500

type Pending<Request, Answer> = {
  request: Request
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * `answerAll` answers many requests at once, in their order, and always runs after they arrived. If it fails, all of its requests
 * fail. `inBatches(findAll)(address)` → the answer for that address
 */
export function inBatches<Request, Answer>(
  answerAll: (batch: readonly Request[]) => Promise<readonly Answer[]>,
): (request: Request) => Promise<Answer> {
  let pending: Pending<Request, Answer>[] = []
  let isRunning = false

  async function run(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending.slice(0, BATCH_MAXIMUM)
      pending = pending.slice(BATCH_MAXIMUM)
      try {
        const answers = await answerAll(batch.map(({ request }) => request))
        batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isRunning = false
  }

  return (request) =>
    new Promise((resolve, reject) => {
      pending.push({ request, resolve, reject })
      if (isRunning) return
      isRunning = true
      // Requests that arrive in the same turn share a statement.
      setImmediate(() => void run())
    })
}

/** Resolves only after the nonce is committed. `createNonceStore(database.kysely).use('0x…', '00…')` → true, once */
export function createNonceStore(db: Queryable): NonceStore {
  const use = inBatches((nonces: readonly Nonce[]) => useNonces(db, nonces))
  return { use: (user, nonce) => use({ user, nonce }) }
}

/** Caches nothing: a lock or revocation before a request applies to it. `createBatchedViewerLoader(database, tenants)('0x…')` */
export const createBatchedViewerLoader = (
  database: Pick<Database, 'kysely'>,
  hostedTenants: readonly Address[],
): ApiContext['findViewer'] =>
  inBatches((addresses: readonly Address[]) => findViewers(database.kysely, addresses, hostedTenants))
