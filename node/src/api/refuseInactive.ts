import { walletExpirationStatus } from '@connex/protocol'
import { ApiError } from './ApiError.ts'
import type { Viewer } from '../storage/Viewer.ts'

/** A locked or inactive user, or one whose wallet has expired, learns from whoami alone why everything else refuses. A lock ends exactly at its time. */
export function refuseInactive(viewer: Viewer, now = Date.now()): void {
  if (viewer.kind !== 'user') return
  const { status, lockExpiration, walletExpiresAt } = viewer.user
  if (status !== 'ACTIVE') throw new ApiError('notActive', { userStatus: status })
  if (lockExpiration !== null && lockExpiration * 1000 > now) throw new ApiError('locked', { lockExpiration })
  const expiration = walletExpirationStatus({ status, walletExpiresAt }, Math.floor(now / 1000))
  if (expiration === 'EXPIRED' && walletExpiresAt !== null)
    throw new ApiError('walletExpired', { walletExpiresAt })
}
