import { walletExpirationStatus, type Me } from '@connex/protocol'
import { LoginRefusal } from '../features/login/loginFailure.ts'
import { formatDateTime } from '../lib/formatTime.ts'

/** Why a user may not work now, in the login's words; undefined for one who may. `now` in ms: `refusalOf(me, Date.now())` */
export function refusalOf({ user }: Pick<Me, 'user'>, now: number): LoginRefusal | undefined {
  const { status, lockExpiration, walletExpiresAt } = user
  if (status !== 'ACTIVE') return new LoginRefusal('error_user_not_active', { status })
  if (lockExpiration !== null && lockExpiration * 1000 > now)
    return new LoginRefusal('error_account_locked', { expiration: formatDateTime(lockExpiration) })
  const expiration = walletExpirationStatus({ status, walletExpiresAt }, Math.floor(now / 1000))
  if (expiration === 'EXPIRED' && walletExpiresAt !== null)
    return new LoginRefusal('error_wallet_expired', { expiration: formatDateTime(walletExpiresAt) })
  return undefined
}
