import { accountRegistryManagerAbi } from '@connex/contracts'
import type { AccountNumber } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import type { RegistryParameters } from './confirmRegistration.ts'

export type MarkParameters = RegistryParameters & {
  account: AccountNumber
  quantity: bigint
  /** For redemption while the register is REGISTERED, for export while it is EXPORTING. */
  for: 'redemption' | 'export'
  /** Takes such a mark back. */
  isTakenBack?: boolean | undefined
}

/** The ledger's functions, each with the one that takes it back. */
export const MARKS = {
  redemption: ['markAsRedeemable', 'cancelRedeemable'],
  export: ['markAssetsForExport', 'cancelExport'],
} as const

/**
 * The owner lets the registrar end free quantity of its own; nothing else moves it then.
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
