// Bearer tokens: opaque, stored as hashes, and revoked for good once their user is refused.
import { createHash, randomBytes } from 'node:crypto'
import { findToken, revokeToken } from '../../storage/queries/credentials.ts'
import { findViewer } from '../../storage/queries/viewers.ts'
import type { UserViewer } from '../../storage/queries/viewers.ts'
import type { ApiContext } from '../call/context.ts'
import { findRefusal } from './authorize.ts'
import { NotAuthentic } from './failedCheck.ts'

/** A working day, in seconds; the same as a session. */
export const TOKEN_LIFETIME = 8 * 3600

/** 256 random bits as base64url. It never begins with `-`: a command line would take it for an option. */
export function freshToken(): string {
  const token = randomBytes(32).toString('base64url')
  return token.startsWith('-') ? freshToken() : token
}

/** What is stored of a token: a copy of the database grants no access. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export async function authenticateBearer(
  { database }: Pick<ApiContext, 'database'>,
  authorization: string | undefined,
): Promise<{ viewer: UserViewer; tokenHash: string }> {
  const token = /^bearer +([\w-]{43})$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) {
    const fault = authorization === undefined ? 'missing' : 'malformed'
    throw new NotAuthentic({ check: 'header', header: 'authorization', fault })
  }
  const tokenHash = hashToken(token)
  const db = database.kysely
  const issued = await findToken(db, tokenHash)
  if (issued === undefined) throw new NotAuthentic({ check: 'token', fault: 'unknown' })
  const viewer = await findViewer(db, issued.address, [issued.tenant])
  if (viewer?.kind !== 'user') throw new NotAuthentic({ check: 'user', user: issued.address })
  // A refusal ends the token for good. Until the refusal is lifted, the token still answers with its reason.
  if (findRefusal(viewer) !== undefined) await revokeToken(db, tokenHash)
  else if (issued.isRevoked || issued.createdAt < (viewer.user.lockExpiration ?? 0))
    throw new NotAuthentic({ check: 'token', fault: 'revoked', user: issued.address })
  return { viewer, tokenHash }
}
