import { TIMESTAMP_WINDOW_MS } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'

/** A request is accepted for a window on either side of its time; a minute more bridges two servers' clocks. */
const KEPT_SECONDS = (2 * TIMESTAMP_WINDOW_MS) / 1000 + 60

/** Uses a nonce up: false where this user has used it before. Atomic across requests, processes and restarts. */
export async function useNonce(db: Queryable, user: Address, nonce: string): Promise<boolean> {
  const inserted = await db
    .insertInto('nonces')
    .values({ user_address: user, nonce, expires_at: nowSeconds() + KEPT_SECONDS })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .execute()
  return inserted.length === 1
}

export async function deleteExpiredNonces(db: Queryable): Promise<void> {
  await db.deleteFrom('nonces').where('expires_at', '<', nowSeconds()).execute()
}
