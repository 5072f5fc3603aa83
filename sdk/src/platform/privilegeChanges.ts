import { privilegeId, ZERO_ADDRESS } from '@connex/protocol'
import type { Address, PrivilegeName } from '@connex/protocol'
import { hex } from '../ledger/hex.ts'

/** Privileges to be granted or revoked, as a privilege manager takes them. */
export const privilegeChanges = (
  privileges: readonly PrivilegeName[],
  granted: boolean,
  instanceAddr: Address = ZERO_ADDRESS,
) => privileges.map((name) => ({ privilege: privilegeId(name), instance: hex(instanceAddr), granted }))
