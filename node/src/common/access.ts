// Privileges, and who speaks for a tenant: what the API and the exchange with other servers both check.
import type { Address, PrivilegeName } from '@connex/protocol'
import type { Viewer } from '../storage/queries/viewers.ts'

/** The node account's privilege. */
export const NODE_ACCOUNT: PrivilegeName = 'user.NODE_ACCOUNT'

/** The calls by which other servers push private data: the only ones open to their node accounts. */
export const PUSHED_CALLS = [
  'putDeliveryDetails',
  'putInstrumentDetails',
  'putComment',
  'putDeliveryComment',
  'putDealMessage',
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

/** The text and signature of a request, stored with what its author shares with others. */
export type Proof = { text: string; signature: string }

type Granted = { privileges: string[]; instancePrivileges: { privileges: string[] }[] }

/** Directly or on an instance. `holds(user, 'delivery.BACKOFFICE')` */
export const holds = (user: Granted, privilege: string): boolean =>
  user.privileges.includes(privilege) ||
  user.instancePrivileges.some((instance) => instance.privileges.includes(privilege))

/** Whether the index shows that the tenant has granted this account its node-account privilege. */
export const speaksFor = (viewer: Viewer, tenant: Address): boolean =>
  viewer.kind === 'node'
    ? viewer.grantedBy.includes(tenant)
    : viewer.kind === 'user' && viewer.tenant === tenant && viewer.user.privileges.includes(NODE_ACCOUNT)
