import { createHash, randomBytes } from 'node:crypto'

/** How long a bearer token holds, in seconds: a working day, as a session. */
export const TOKEN_LIFETIME = 8 * 3600

/** 256 random bits as base64url. */
export const freshToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token: a copy of the database opens nothing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
