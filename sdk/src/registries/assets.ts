// Accounts and the assets in them: issued, imported, marked, moved by force, terminated.
import { accountRegistryManagerAbi } from '@connex/contracts'
import type { AccountNumber, Address, Fingerprint } from '@connex/protocol'
import { ForcedTransferData, fingerprintOf, freshSalt, toQuantity } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { hex } from '../ledger/scalars.ts'
import { execute, send, storeFirst } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import type { OwnedQuantity, RegistryParameters } from './parameters.ts'
import { ledgerAccount } from './parameters.ts'
import { parseInput } from '../parseInput.ts'

export type AccountParameters = {
  registryManagerAddr: Address
  ownerAddr: Address
  account: AccountNumber
  /** Whether it is open; default true. */
  isValid?: boolean | undefined
  /** Whether it holds for several beneficial owners; default false. */
  isOmnibus?: boolean | undefined
  /** Whether what arrives is terminated at once; default false. */
  terminatesOnReceive?: boolean | undefined
}

/**
 * The registrar opens, changes or closes an investor's account.
 *
 * @example
 * await configureAccount(client, { registryManagerAddr, ownerAddr, account: AccountNumber.parse('1001') })
 */
export async function configureAccount(
  client: Client,
  parameters: AccountParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, ownerAddr, account } = parameters
  const call = contractCall(accountRegistryManagerAbi, registryManagerAddr, 'configureAccount', [
    { owner: hex(ownerAddr), accountNum: BigInt(account) },
    {
      valid: parameters.isValid ?? true,
      omnibus: parameters.isOmnibus ?? false,
      terminateOnReceive: parameters.terminatesOnReceive ?? false,
    },
  ])
  return send(client, [call], options)
}

/**
 * The registrar issues to an account without a mint request.
 *
 * @example
 * await issueAssets(client, { registryManagerAddr, registryId, ownerAddr, account, quantity: 1_000n })
 */
export async function issueAssets(
  client: Client,
  parameters: OwnedQuantity,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, registryId, quantity } = parameters
  const args = [hex(registryId), ledgerAccount(parameters), quantity] as const
  return execute(client, accountRegistryManagerAbi, registryManagerAddr, 'issue', args, options)
}

/**
 * The registrar imports an account's holding from another registry, while the registry is IMPORTING.
 *
 * @example
 * await importAssets(client, { registryManagerAddr, registryId, ownerAddr, account, quantity: 1_000n })
 */
export async function importAssets(
  client: Client,
  parameters: OwnedQuantity,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, registryId, quantity } = parameters
  const args = [hex(registryId), ledgerAccount(parameters), quantity] as const
  return execute(client, accountRegistryManagerAbi, registryManagerAddr, 'importAssets', args, options)
}

export type MarkParameters = RegistryParameters & {
  account: AccountNumber
  quantity: bigint
  /** For redemption while the registry is REGISTERED, for export while it is EXPORTING. */
  for: 'redemption' | 'export'
  /** Removes such a mark. */
  isTakenBack?: boolean | undefined
}

/** The ledger's functions, each with its inverse. */
export const MARKS = {
  redemption: ['markAsRedeemable', 'cancelRedeemable'],
  export: ['markAssetsForExport', 'cancelExport'],
} as const

/**
 * The owner marks available quantity, which only the registrar can then move, to terminate it.
 *
 * @example
 * await markAssets(client, { registryManagerAddr, registryId, account, quantity: 100n, for: 'redemption' })
 */
export async function markAssets(
  client: Client,
  parameters: MarkParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, registryId, account, quantity } = parameters
  const name = MARKS[parameters.for][parameters.isTakenBack === true ? 1 : 0]
  const args = [hex(registryId), BigInt(account), quantity] as const
  return execute(client, accountRegistryManagerAbi, registryManagerAddr, name, args, options)
}

export type ForcedTransferParameters = RegistryParameters & {
  fromAddr: Address
  fromAccount: AccountNumber
  toAddr: Address
  toAccount: AccountNumber
  quantity: bigint
  reason: string
}

/**
 * The registrar moves available quantity between two accounts, for a reason that both holders can read.
 *
 * @example
 * await forceTransfer(client, { registryManagerAddr, registryId, fromAddr, fromAccount, toAddr, toAccount, quantity: 10n, reason: 'Court order 12/26' })
 */
export async function forceTransfer(
  client: Client,
  parameters: ForcedTransferParameters,
  options: SendOptions = {},
): Promise<Sent & { entityId: Fingerprint }> {
  requireClient(client)
  const { registryManagerAddr, registryId, quantity, ...moved } = parameters
  const data = parseInput(ForcedTransferData, { ...moved, quantity: toQuantity(quantity), salt: freshSalt() })
  const body = { registryManagerAddr, registryId, data }
  const entityId = fingerprintOf(data)
  await storeFirst(client, 'putForcedTransfer', body, options)
  const from = ledgerAccount({ ownerAddr: moved.fromAddr, account: moved.fromAccount })
  const to = ledgerAccount({ ownerAddr: moved.toAddr, account: moved.toAccount })
  const args = [hex(registryId), from, to, quantity, hex(entityId)] as const
  const sent = await execute(
    client,
    accountRegistryManagerAbi,
    registryManagerAddr,
    'forcedTransfer',
    args,
    options,
  )
  return { entityId, ...sent }
}

/**
 * The registrar terminates what its owner has marked, as redeemable or for export.
 *
 * @example
 * await terminateAssets(client, { registryManagerAddr, registryId, ownerAddr, account, quantity: 1_000n })
 */
export async function terminateAssets(
  client: Client,
  parameters: OwnedQuantity,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const { registryManagerAddr, registryId, quantity } = parameters
  const args = [hex(registryId), ledgerAccount(parameters), quantity] as const
  return execute(client, accountRegistryManagerAbi, registryManagerAddr, 'terminate', args, options)
}
