// Nominations of administrators.
import { privilegeManagerAbi, tenantAbi } from '@connex/contracts'
import { Address, Seconds, ZERO_ADDRESS } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { hex } from '../ledger/scalars.ts'
import { execute, sendTransaction } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import type { CallControl } from '../http/call.ts'
import { readContract } from '../ledger/readContract.ts'
import { currentMe } from '../session/session.ts'
import { ownPrivileges } from './privileges.ts'

/** Who may nominate an administrator for a tenant that has lost its own, and from when on. */
export type Recoverer = { recovererAddr: Address; activeFrom: Seconds }

/**
 * A tenant's recoverer, by default the caller's; null where it has none.
 *
 * @example
 * const recoverer = await readRecoverer(client)
 */
export async function readRecoverer(
  client: Client,
  { tenantAddr }: { tenantAddr?: Address | undefined } = {},
  control: CallControl = {},
): Promise<Recoverer | null> {
  requireClient(client)
  const { to } = await privilegesOf(client, tenantAddr)
  const [account, activeFrom] = await readContract(client, privilegeManagerAbi, to, 'recoverer', [], control)
  const recovererAddr = Address.parse(account)
  return recovererAddr === ZERO_ADDRESS
    ? null
    : { recovererAddr, activeFrom: Seconds.parse(Number(activeFrom)) }
}

/**
 * Names another tenant, or any address, as the recoverer of the caller's tenant, or with null nobody. It may act seven days later.
 *
 * @example
 * await setRecoverer(client, { recovererAddr: registrarAddr })
 */
export async function setRecoverer(
  client: Client,
  { recovererAddr }: { recovererAddr: Address | null },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const own = await ownPrivileges(client)
  const args = [hex(recovererAddr ?? ZERO_ADDRESS)] as const
  return execute(client, privilegeManagerAbi, own, 'setRecoverer', args, options)
}

/**
 * Nominates another administrator, who may commit a day later, for 30 days: of the caller's tenant, or as its recoverer of another one.
 *
 * @example
 * await nominateAdmin(client, { nomineeAddr })
 */
export async function nominateAdmin(
  client: Client,
  { nomineeAddr, tenantAddr }: { nomineeAddr: Address; tenantAddr?: Address | undefined },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const manager = await privilegesOf(client, tenantAddr)
  return execute(client, privilegeManagerAbi, manager, 'nominateAdmin', [hex(nomineeAddr)], options)
}

/** The privilege manager of the own tenant or of another one, which its recoverer reaches through its own platform controller. */
async function privilegesOf(
  client: Client,
  tenantAddr: Address | undefined,
): Promise<{ dappAddr: Address; to: Address }> {
  const [own, { tenant }] = await Promise.all([ownPrivileges(client), currentMe(client)])
  if (tenantAddr === undefined || tenantAddr === tenant.address) return own
  const to = await readContract(client, tenantAbi, tenantAddr, 'privilegeManager', [])
  return { ...own, to: Address.parse(to) }
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
