// How far a user's wallet is from its end.
import type { Seconds } from '../scalars.ts'
import type { UserStatus, WalletExpirationStatus } from './tenant.ts'

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
