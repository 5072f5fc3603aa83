import { accountRegistryManagerAbi } from '@connex/contracts'
import { ForcedTransferData, fingerprintOf, freshSalt, toQuantity } from '@connex/protocol'
import type { AccountNumber, Address, Fingerprint } from '@connex/protocol'
import { call } from '../http/call.ts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { storeFirst } from '../ledger/storeFirst.ts'
import type { RegistryParameters } from './confirmRegistration.ts'
import { ledgerAccount } from './OwnedQuantity.ts'

export type ForcedTransferParameters = RegistryParameters & {
  fromAddr: Address
  fromAccount: AccountNumber
  toAddr: Address
  toAccount: AccountNumber
  quantity: bigint
  reason: string
}

/**
 * The registrar moves free quantity between two accounts, for a reason, which both holders can read.
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
  const data = ForcedTransferData.parse({ ...moved, quantity: toQuantity(quantity), salt: freshSalt() })
  const body = { registryManagerAddr, registryId, data }
  const entityId = fingerprintOf(data)
  await storeFirst(options, () => call(client, 'putForcedTransfer', { body, signal: options.signal }))
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
