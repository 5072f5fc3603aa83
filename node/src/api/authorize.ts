// Who may call what: the endpoint names the privileges of which its caller's user needs one, held directly or on an
// instance, and those of which the user's tenant needs one on a dApp. What the tenant may see of the answer is the query's
// own business: every one takes the tenant.
import type { ApiErrorCode, CallName, Endpoint, PrivilegeName } from '@connex/protocol'
import { ApiError } from '../errors.ts'
import type { UserViewer, Viewer } from '../storage/queries/viewers.ts'
import { PUSHED_CALLS, holds } from '../access.ts'

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
