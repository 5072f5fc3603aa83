// Bearer tokens, known by their hash alone.
import type { Address } from '@connex/protocol'
import { nowSeconds } from './queryable.ts'
import type { Queryable } from './queryable.ts'

type Token = { token_hash: string; tenant: Address; user_address: Address; expires_at: number }

export async function insertToken(db: Queryable, token: Token): Promise<void> {
  await db
    .insertInto('tokens')
    .values({ ...token, created_at: nowSeconds(), revoked_at: null })
    .execute()
}

/** Whose token it is, undefined where it has ended or never was. */
export async function findToken(
  db: Queryable,
  tokenHash: string,
): Promise<{ tenant: Address; address: Address } | undefined> {
  return db
    .selectFrom('tokens')
    .select(['tenant', 'user_address as address'])
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', nowSeconds())
    .executeTakeFirst()
}

export async function revokeToken(db: Queryable, tokenHash: string): Promise<void> {
  await db
    .updateTable('tokens')
    .set({ revoked_at: nowSeconds() })
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function deleteExpiredTokens(db: Queryable): Promise<void> {
  await db.deleteFrom('tokens').where('expires_at', '<', nowSeconds()).execute()
}
