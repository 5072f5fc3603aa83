// Custody chains, over which a transfer agent on-ramps and off-ramps.
import { chainRegistryManagerAbi } from '@connex/contracts'
import { randomBytes32 } from '@connex/protocol'
import type { Address, Bytes32 } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { hex } from '../ledger/scalars.ts'
import { execute } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import type { SaltedReason } from '../platform/comments.ts'
import { saltedReason } from '../platform/comments.ts'
import type { MarkParameters } from './assets.ts'
import { MARKS } from './assets.ts'
import type { OwnedQuantity, RegistryParameters } from './parameters.ts'
import { ledgerAccount } from './parameters.ts'
import { shareFirst } from './shareFirst.ts'

export type CustodyChainParameters = RegistryParameters & {
  /** 1 to 8, from the depositary's side to the holder's. */
  custodians: readonly Address[]
  /** Who on-ramps and off-ramps over it; may be the registrar itself. */
  transferAgentAddr: Address
}

/**
 * The registrar describes a custody chain, over which a transfer agent on-ramps holdings from elsewhere.
 *
 * @example
 * const { custodyChainId } = await createCustodyChain(client, { registryManagerAddr, registryId, custodians: [registrarAddr], transferAgentAddr: registrarAddr })
 */
export async function createCustodyChain(
  client: Client,
  { registryManagerAddr, registryId, custodians, transferAgentAddr }: CustodyChainParameters,
  options: SendOptions = {},
): Promise<Sent & { custodyChainId: Bytes32 }> {
  requireClient(client)
  const custodyChainId = randomBytes32()
  const args = [hex(registryId), hex(custodyChainId), custodians.map(hex), hex(transferAgentAddr)] as const
  const sent = await execute(
    client,
    chainRegistryManagerAbi,
    registryManagerAddr,
    'createChain',
    args,
    options,
  )
  return { custodyChainId, ...sent }
}

/**
 * The transfer agent on-ramps what the chain's last custodian has received for an investor's account.
 *
 * @example
 * await onramp(client, { registryManagerAddr, registryId, custodyChainId, ownerAddr, account, quantity: 500n, reference: 'DEP-2026-114' })
 */
export const onramp = (
  client: Client,
  parameters: RampParameters,
  options: SendOptions = {},
): Promise<Ramped> => ramp(client, 'onramp', parameters, options)

/**
 * The transfer agent off-ramps what its owner has marked for redemption or export.
 *
 * @example
 * await offramp(client, { registryManagerAddr, registryId, custodyChainId, ownerAddr, account, quantity: 500n, reference: 'DEP-2026-114' })
 */
export const offramp = (
  client: Client,
  parameters: RampParameters,
  options: SendOptions = {},
): Promise<Ramped> => ramp(client, 'offramp', parameters, options)

export type RampParameters = OwnedQuantity & {
  custodyChainId: Bytes32
  /** The transfer agent's reference, which the owner can read. */
  reference: string
}

export type Ramped = Sent & { reference: SaltedReason }

/** The reference goes to the owner first, its fingerprint to the ledger. */
async function ramp(
  client: Client,
  name: 'onramp' | 'offramp',
  parameters: RampParameters,
  options: SendOptions,
): Promise<Ramped> {
  requireClient(client)
  const { registryManagerAddr, registryId, custodyChainId, ownerAddr, quantity } = parameters
  const reference = saltedReason(parameters.reference)
  const body = { type: `${name} reference` as const, comment: reference.comment, sharedWith: [ownerAddr] }
  await shareFirst(client, parameters, body, options)
  const account = ledgerAccount(parameters)
  const args = [hex(registryId), hex(custodyChainId), account, quantity, hex(reference.fingerprint)] as const
  const sent = await execute(client, chainRegistryManagerAbi, registryManagerAddr, name, args, options)
  return { reference, ...sent }
}

/**
 * The owner marks available quantity on a custody chain for off-ramping, or removes the mark.
 *
 * @example
 * await markCustodyChainAssets(client, { registryManagerAddr, registryId, custodyChainId, account, quantity: 100n, for: 'redemption' })
 */
export async function markCustodyChainAssets(
  client: Client,
  parameters: MarkParameters & { custodyChainId: Bytes32 },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, registryId, custodyChainId, account, quantity } = parameters
  const name = MARKS[parameters.for][parameters.isTakenBack === true ? 1 : 0]
  const args = [hex(registryId), hex(custodyChainId), BigInt(account), quantity] as const
  return execute(client, chainRegistryManagerAbi, registryManagerAddr, name, args, options)
}
