import { TIMESTAMP_WINDOW_MS } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { sql } from 'kysely'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'

/** A request is accepted for a window on either side of its time; a minute more bridges two servers' clocks. */
const KEPT_SECONDS = (2 * TIMESTAMP_WINDOW_MS) / 1000 + 60

export type Nonce = { user: Address; nonce: string }

/**
 * Uses nonces up: for each whether its user had not used it before, the first of equal ones here among them. Atomic
 * across requests, processes and restarts.
 */
export async function useNonces(db: Queryable, nonces: readonly Nonce[]): Promise<boolean[]> {
  const expiresAt = nowSeconds() + KEPT_SECONDS
  // In one order everywhere: two processes that insert the same nonces must not wait for each other.
  const sorted = nonces.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  const { rows } = await sql<{ user: Address; nonce: string }>`
    INSERT INTO nonces (user_address, nonce, expires_at)
    SELECT u, n, ${expiresAt}::int8
    FROM unnest(${sorted.map((one) => one.user)}::text[], ${sorted.map((one) => one.nonce)}::text[]) AS given (u, n)
    ON CONFLICT DO NOTHING RETURNING user_address AS user, nonce`.execute(db)
  const fresh = new Set(rows.map(textOf))
  return nonces.map((one) => fresh.delete(textOf(one)))
}

const textOf = ({ user, nonce }: Nonce): string => `${user}|${nonce}`

export async function deleteExpiredNonces(db: Queryable): Promise<void> {
  await db.deleteFrom('nonces').where('expires_at', '<', nowSeconds()).execute()
}
