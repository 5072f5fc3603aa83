import { platformManagerAbi, privilegeManagerAbi } from '@connex/contracts'
import type { Address, PrivilegeName } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { send } from '../ledger/send.ts'
import { ownPrivileges } from './ownPrivileges.ts'
import { privilegeChanges } from './privilegeChanges.ts'

export type GrantParameters = {
  userAddr: Address
  privileges: readonly PrivilegeName[]
  /** On one dApp only; default everywhere. */
  instanceAddr?: Address | undefined
}

/**
 * Grants privileges to a user of the own tenant, on the ledger. A wallet below the platform's threshold is funded in
 * the same transaction, so that the user can pay for a first one.
 *
 * @example
 * await grantPrivileges(client, { userAddr, privileges: ['user.DAPP_USER', 'registry.SHARED_POSITION_HANDLING'] })
 */
export async function grantPrivileges(
  client: Client,
  { userAddr, privileges, instanceAddr }: GrantParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { signal } = options
  const [own, platform, account] = await Promise.all([
    ownPrivileges(client),
    call(client, 'platform', { signal }),
    call(client, 'account', { query: { address: userAddr }, signal }),
  ])
  const changes = privilegeChanges(privileges, true, instanceAddr)
  const grant = contractCall(privilegeManagerAbi, own, 'grantRevokeMultiple', [hex(userAddr), changes])
  const fund = contractCall(platformManagerAbi, own.dappAddr, 'refundEOA', [hex(userAddr)])
  const isShort = BigInt(account.balance) < BigInt(platform.refundThreshold)
  return send(client, isShort ? [grant, fund] : [grant], options)
}
