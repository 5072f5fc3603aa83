// Bearer tokens, stored by their hash alone, the nonces of signed requests, and the key of the ids of events.
import { TIMESTAMP_WINDOW_MS } from '@connex/protocol'
import type { Address, Seconds } from '@connex/protocol'
import { sql } from 'kysely'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'

type Token = { token_hash: string; tenant: Address; user_address: Address; expires_at: number }

export async function insertToken(db: Queryable, token: Token): Promise<void> {
  await db
    .insertInto('tokens')
    .values({ ...token, created_at: nowSeconds(), revoked_at: null })
    .execute()
}

export type IssuedToken = { tenant: Address; address: Address; createdAt: Seconds; isRevoked: boolean }

/** The token's user. A revoked token still identifies its user; an expired used, or used that was logged out, does not. */
export async function findToken(db: Queryable, tokenHash: string): Promise<IssuedToken | undefined> {
  const row = await db
    .selectFrom('tokens')
    .select(['tenant', 'user_address as address', 'created_at as createdAt', 'revoked_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', nowSeconds())
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { revoked_at: revokedAt, ...token } = row
  return { ...token, isRevoked: revokedAt !== null }
}

/** The logout. */
export async function deleteToken(db: Queryable, tokenHash: string): Promise<void> {
  await db.deleteFrom('tokens').where('token_hash', '=', tokenHash).execute()
}

/** Permanently: the token stays revoked if its user is unlocked. */
export async function revokeToken(db: Queryable, tokenHash: string): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ revoked_at: nowSeconds() })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Revokes every token of a user. */
export async function revokeTokensOf(db: Queryable, tenant: Address, address: Address): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ revoked_at: nowSeconds() })
    .where('tenant', '=', tenant)
    .where('user_address', '=', address)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function deleteExpiredTokens(db: Queryable): Promise<void> {
  await db.deleteFrom('tokens').where('expires_at', '<', nowSeconds()).execute()
}

/** Requests are accepted within a window around their time; a minute more allows for clocks that differ. */
const NONCE_LIFETIME_SECONDS = (2 * TIMESTAMP_WINDOW_MS) / 1000 + 60

export type Nonce = { user: Address; nonce: string }

/**
 * Consumes nonces. Returns for each whether it was unused; of equal ones in used call only the first is. Atomic across requests,
 * processes and restarts.
 */
export async function useNonces(db: Queryable, nonces: readonly Nonce[]): Promise<boolean[]> {
  const expiresAt = nowSeconds() + NONCE_LIFETIME_SECONDS
  // Sorted, so that two processes that insert the same nonces cannot deadlock.
  const sorted = nonces.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  const { rows } = await sql<{ user: Address; nonce: string }>`
    INSERT INTO nonces (user_address, nonce, expires_at)
    SELECT u, n, ${expiresAt}::int8
    FROM unnest(${sorted.map((used) => used.user)}::text[], ${sorted.map((used) => used.nonce)}::text[]) AS used (u, n)
    ON CONFLICT DO NOTHING RETURNING user_address AS user, nonce`.execute(db)
  const fresh = new Set(rows.map(textOf))
  return nonces.map((used) => fresh.delete(textOf(used)))
}

const textOf = ({ user, nonce }: Nonce): string => `${user}|${nonce}`

export async function deleteExpiredNonces(db: Queryable): Promise<void> {
  await db.deleteFrom('nonces').where('expires_at', '<', nowSeconds()).execute()
}

/** The same for all processes of a database, and after a restart. */
export async function readEventKey(db: Queryable): Promise<string> {
  return (await db.selectFrom('event_key').select('key').executeTakeFirstOrThrow()).key
}
