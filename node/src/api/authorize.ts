// Who may call what: the endpoint names the privileges of which its caller's user needs one, held directly or on an
// instance. What the caller's tenant may see of the answer is the query's own business: every one takes the tenant.
import type { ApiErrorCode, CallName, Endpoint, PrivilegeName } from '@connex/protocol'
import { ApiError } from './ApiError.ts'
import type { Viewer } from '../storage/Viewer.ts'

/** The node account's privilege. */
export const NODE_ACCOUNT: PrivilegeName = 'user.NODE_ACCOUNT'

/** The calls by which other servers push private data: the only ones open to their node accounts. */
export const PUSHED_CALLS = [
  'putDeliveryDetails',
  'putInstrumentDetails',
  'putComment',
  'putDeliveryComment',
  'putRegistrationReason',
  'unregister',
  'putForcedTransfer',
  'issueEntries',
  'importEntries',
  'onRampEntries',
  'reorgEntries',
  'terminateEntry',
  'uploadDocument',
] as const
export type PushedCall = (typeof PUSHED_CALLS)[number]

/** Some calls have refusals of their own in the catalogue. */
const REFUSALS: { [Name in CallName]?: ApiErrorCode } = {
  assetAccounts: 'accountsNotReadable',
  setAssetAccount: 'accountsNotWritable',
  deleteDraft: 'draftHasWorkflow',
  deleteUserRegistration: 'userNotInvited',
}

export function authorize(name: CallName, endpoint: Pick<Endpoint, 'privileges'>, viewer: Viewer): void {
  if (viewer.kind === 'node') {
    if (!PUSHED_CALLS.some((pushed) => pushed === name)) throw new ApiError('forbidden')
    return
  }
  if (viewer.kind === 'wallet') return
  const needed: readonly string[] = endpoint.privileges ?? []
  if (needed.length > 0 && !needed.some((privilege) => holds(viewer.user, privilege)))
    throw new ApiError(REFUSALS[name] ?? 'forbidden')
}

type Granted = { privileges: string[]; instancePrivileges: { privileges: string[] }[] }

/** Directly or on an instance. `holds(user, 'delivery.BACKOFFICE')` */
export const holds = (user: Granted, privilege: string): boolean =>
  user.privileges.includes(privilege) ||
  user.instancePrivileges.some((instance) => instance.privileges.includes(privilege))
