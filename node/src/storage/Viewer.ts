// Who is asking, once the request is known to be authentic.
import type { Address, PrivilegeName, User } from '@connex/protocol'

export type UserViewer = {
  kind: 'user'
  address: Address
  /** The hosted tenant whose user this is. */
  tenant: Address
  user: User
  /** What the tenant is on the dApps, on any of them. */
  tenantPrivileges: readonly PrivilegeName[]
}

/** The node account of a server: it may push private data in the name of the tenants that granted it, and nothing else. */
export type NodeViewer = { kind: 'node'; address: Address; grantedBy: Address[] }

/** Somebody with a wallet, who may be no user yet: where an invitation is confirmed. */
export type WalletViewer = { kind: 'wallet'; address: Address }

export type Viewer = UserViewer | NodeViewer | WalletViewer
