import { walletExpirationStatus } from '@connex/protocol'
import { ApiError } from '../errors.ts'
import type { Viewer } from '../storage/queries/viewers.ts'

/** A locked or inactive user, or one whose wallet has expired, learns from whoami alone why everything else refuses. A lock ends exactly at its time. */
export function refuseInactive(viewer: Viewer, now = Date.now()): void {
  const refusal = findRefusal(viewer, now)
  if (refusal !== undefined) throw refusal
}

/** Why this viewer is not let in now. */
export function findRefusal(viewer: Viewer, now = Date.now()): ApiError | undefined {
  if (viewer.kind !== 'user') return undefined
  const { status, lockExpiration, walletExpiresAt } = viewer.user
  if (status !== 'ACTIVE') return new ApiError('notActive', { userStatus: status })
  if (lockExpiration !== null && lockExpiration * 1000 > now)
    return new ApiError('locked', { lockExpiration })
  const expiration = walletExpirationStatus({ status, walletExpiresAt }, Math.floor(now / 1000))
  return expiration === 'EXPIRED' && walletExpiresAt !== null
    ? new ApiError('walletExpired', { walletExpiresAt })
    : undefined
}
