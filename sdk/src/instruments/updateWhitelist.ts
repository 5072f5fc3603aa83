import { instrumentManagerAbi } from '@connex/contracts'
import type { Address, InstrumentId } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { execute } from '../ledger/execute.ts'
import { hex } from '../ledger/hex.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { dappOf } from '../ledger/dappOf.ts'

export type WhitelistParameters = {
  instrumentId: InstrumentId
  tenants: readonly Address[]
  /** false takes them off; what they hold stays theirs. */
  isWhitelisted: boolean
}

/**
 * Says who may hold a private placement, from the next movement on.
 *
 * @example
 * await updateWhitelist(client, { instrumentId, tenants: [investorAddr], isWhitelisted: true })
 */
export async function updateWhitelist(
  client: Client,
  { instrumentId, tenants, isWhitelisted }: WhitelistParameters,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const manager = await dappOf(client, 'instrument')
  const args = [hex(instrumentId), tenants.map(hex), isWhitelisted] as const
  return execute(client, instrumentManagerAbi, manager, 'updateWhitelist', args, options)
}
