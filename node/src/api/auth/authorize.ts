// Who may call what. An endpoint lists privileges of which its caller's user needs one, directly or on an instance, and privileges
// of which the user's tenant needs one on a dApp. What the tenant may see of the answer is left to the query: each takes the tenant.
import { api, walletExpirationStatus } from '@connex/protocol'
import type { ApiErrorCode, CallName, Endpoint, PrivilegeName } from '@connex/protocol'
import { holds, NODE_ACCOUNT, PUSHED_CALLS } from '../../common/access.ts'
import { ApiError, lacksPrivilege, tenantLacksPrivilege } from '../../common/errors.ts'
import type { UserViewer, Viewer } from '../../storage/queries/viewers.ts'

/** Some calls have refusals of their own in the catalogue. */
const REFUSALS: { [Name in CallName]?: ApiErrorCode } = {
  assetAccounts: 'accountsNotReadable',
  setAssetAccount: 'accountsNotWritable',
  deleteDraft: 'draftHasWorkflow',
  deleteUserRegistration: 'userNotInvited',
}

type Requirements = Pick<Endpoint, 'privileges' | 'tenantPrivileges' | 'exemptedBy' | 'openedBy'>

export function authorize(name: CallName, requirements: Requirements, viewer: Viewer): void {
  if (viewer.kind === 'node') {
    if (!PUSHED_CALLS.some((pushed) => pushed === name))
      throw new ApiError('forbidden', { detail: 'A node account may push private data, and nothing else.' })
    return
  }
  if (viewer.kind === 'wallet') return
  const refusal = findMissing(requirements, viewer)
  if (refusal === undefined) return
  const code = REFUSALS[name]
  throw code === undefined ? refusal : new ApiError(code, { needs: refusal.extra.needs ?? [] })
}

/** Whether the caller may also make this call, whose answer is part of another one's. `mayCall('positions', viewer)` */
export const mayCall = (name: CallName, viewer: UserViewer): boolean =>
  findMissing(api[name], viewer) === undefined

function findMissing(
  { privileges, tenantPrivileges, exemptedBy, openedBy }: Requirements,
  viewer: UserViewer,
): ApiError | undefined {
  const tenantHolds = (names: readonly PrivilegeName[] = []) =>
    names.some((name) => viewer.tenantPrivileges.includes(name))
  const userHolds = (names: readonly PrivilegeName[] = []) => names.some((name) => holds(viewer.user, name))
  if (tenantHolds(openedBy)) return undefined
  if (privileges !== undefined && !userHolds(privileges))
    return lacksPrivilege(privileges.filter((name) => name !== NODE_ACCOUNT))
  const isTenantEntitled = tenantPrivileges === undefined || tenantHolds(tenantPrivileges)
  return isTenantEntitled || userHolds(exemptedBy) ? undefined : tenantLacksPrivilege(tenantPrivileges)
}

/** Inactive and locked users, and users whose wallet has expired, get their reason from `me`; every other call refuses them. */
export function refuseInactive(viewer: Viewer, now = Date.now()): void {
  const refusal = findRefusal(viewer, now)
  if (refusal !== undefined) throw refusal
}

/** Why this viewer is refused now. A lock ends exactly at its time. */
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
