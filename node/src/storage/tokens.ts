// Bearer tokens, known by their hash alone.
import type { Address, Seconds } from '@connex/protocol'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'

type Token = { token_hash: string; tenant: Address; user_address: Address; expires_at: number }

export async function insertToken(db: Queryable, token: Token): Promise<void> {
  await db
    .insertInto('tokens')
    .values({ ...token, created_at: nowSeconds(), revoked_at: null })
    .execute()
}

export type IssuedToken = { tenant: Address; address: Address; createdAt: Seconds; isRevoked: boolean }

/** Whose token it is. A revoked one still identifies its user; after its time or a logout there is none. */
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

/** For good, whatever becomes of the user. */
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
