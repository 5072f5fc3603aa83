// A user of a tenant, and the age of the wallet.
import * as z from 'zod/mini'
import { Address, Seconds } from '../scalars.ts'

/** By which an invited wallet confirms, once. */
export const InvitationToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'not a token'))

export const UserStatus = z.enum(['INVITED', 'REJECTED', 'INACTIVE', 'ACTIVE', 'DELETED'])
export type UserStatus = z.infer<typeof UserStatus>

export const WalletExpirationStatus = z.enum(['ACTIVE', 'EXPIRED', 'EXPIRING', 'INACTIVE_USER', 'EXCLUDED'])
export type WalletExpirationStatus = z.infer<typeof WalletExpirationStatus>

export const User = z.object({
  userAddr: Address,
  userId: z.string(),
  name: z.string(),
  status: UserStatus,
  /** Seconds since the epoch, null where not locked. */
  lockExpiration: z.nullable(Seconds),
  walletExpirationStatus: WalletExpirationStatus,
  /** When the wallet expires, in seconds since the epoch; null where it never does. */
  walletExpiresAt: z.nullable(Seconds),
  privileges: z.array(z.string()),
  instancePrivileges: z.array(z.object({ instanceAddr: Address, privileges: z.array(z.string()) })),
})
export type User = z.infer<typeof User>

/** A user of the caller's tenant who signed something. Of other tenants' users nothing is known here. */
export const Signer = z.object({
  address: Address,
  /** Null of a user that the server does not know any more. */
  name: z.nullable(z.string()),
})
export type Signer = z.infer<typeof Signer>

/** How long before its end a wallet is EXPIRING, in seconds: 30 days, enough to make a new one. */
export const WALLET_WARNING = 30 * 86_400

type Wallet = { status: UserStatus; walletExpiresAt: Seconds | null }

/** EXCLUDED has no end. `walletExpirationStatus({ status: 'ACTIVE', walletExpiresAt: null }, now)` → 'EXCLUDED' */
export function walletExpirationStatus(
  { status, walletExpiresAt }: Wallet,
  now: Seconds,
): WalletExpirationStatus {
  if (status !== 'ACTIVE') return 'INACTIVE_USER'
  if (walletExpiresAt === null) return 'EXCLUDED'
  if (walletExpiresAt <= now) return 'EXPIRED'
  return walletExpiresAt - now <= WALLET_WARNING ? 'EXPIRING' : 'ACTIVE'
}
