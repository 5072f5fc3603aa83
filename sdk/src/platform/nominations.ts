// Nominations of administrators.
import { privilegeManagerAbi } from '@connex/contracts'
import type { Address } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { hex } from '../ledger/scalars.ts'
import { execute, sendTransaction } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import { ownPrivileges } from './privileges.ts'

/**
 * Nominates another administrator of the caller's tenant, who may commit a day later, for 30 days.
 *
 * @example
 * await nominateAdmin(client, { nomineeAddr })
 */
export async function nominateAdmin(
  client: Client,
  { nomineeAddr }: { nomineeAddr: Address },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const own = await ownPrivileges(client)
  return execute(client, privilegeManagerAbi, own, 'nominateAdmin', [hex(nomineeAddr)], options)
}

/**
 * The nominee becomes an administrator: from a day after the nomination on. The wallet acts for itself here, not for its tenant.
 *
 * @example
 * await commitNomination(client, { privilegeManagerAddr })
 */
export async function commitNomination(
  client: Client,
  { privilegeManagerAddr }: { privilegeManagerAddr: Address },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  return sendTransaction(
    client,
    contractCall(privilegeManagerAbi, privilegeManagerAddr, 'commitNomination', []),
    options,
  )
}

/**
 * The nominee declines. The wallet acts for itself here, not for its tenant.
 *
 * @example
 * await rejectNomination(client, { privilegeManagerAddr })
 */
export async function rejectNomination(
  client: Client,
  { privilegeManagerAddr }: { privilegeManagerAddr: Address },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  return sendTransaction(
    client,
    contractCall(privilegeManagerAbi, privilegeManagerAddr, 'rejectNomination', []),
    options,
  )
}

/**
 * Withdraws the pending nomination of an administrator of the caller's tenant.
 *
 * @example
 * await revokeNomination(client)
 */
export async function revokeNomination(client: Client, options: SendOptions = {}): Promise<Sent> {
  requireClient(client)
  const own = await ownPrivileges(client)
  return execute(client, privilegeManagerAbi, own, 'revokeNomination', [], options)
}
