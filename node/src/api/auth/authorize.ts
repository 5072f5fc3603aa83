// Who may call what: the endpoint names the privileges of which its caller's user needs one, held directly or on an
// instance, and those of which the user's tenant needs one on a dApp. What the tenant may see of the answer is the query's
// own business: every one takes the tenant.
import { walletExpirationStatus } from '@connex/protocol'
import type { ApiErrorCode, CallName, Endpoint, PrivilegeName } from '@connex/protocol'
import { holds, PUSHED_CALLS } from '../../common/access.ts'
import { ApiError } from '../../common/errors.ts'
import type { UserViewer, Viewer } from '../../storage/queries/viewers.ts'

/** Some calls have refusals of their own in the catalogue. */
const REFUSALS: { [Name in CallName]?: ApiErrorCode } = {
  assetAccounts: 'accountsNotReadable',
  setAssetAccount: 'accountsNotWritable',
  deleteDraft: 'draftHasWorkflow',
  deleteUserRegistration: 'userNotInvited',
}

type Asking = Pick<Endpoint, 'privileges' | 'tenantPrivileges' | 'exemptedBy' | 'openedBy'>

export function authorize(name: CallName, asking: Asking, viewer: Viewer): void {
  if (viewer.kind === 'node') {
    if (!PUSHED_CALLS.some((pushed) => pushed === name)) throw new ApiError('forbidden')
    return
  }
  if (viewer.kind === 'wallet') return
  if (isOpen(asking, viewer)) return
  throw new ApiError(REFUSALS[name] ?? 'forbidden')
}

function isOpen({ privileges, tenantPrivileges, exemptedBy, openedBy }: Asking, viewer: UserViewer): boolean {
  const { user, tenantPrivileges: parts } = viewer
  const hasPart = (names: readonly PrivilegeName[] = []) => names.some((name) => parts.includes(name))
  const isHeld = (names: readonly PrivilegeName[] = []) => names.some((name) => holds(user, name))
  if (hasPart(openedBy)) return true
  if (privileges !== undefined && !isHeld(privileges)) return false
  return tenantPrivileges === undefined || hasPart(tenantPrivileges) || isHeld(exemptedBy)
}

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
