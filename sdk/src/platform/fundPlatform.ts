import { platformManagerAbi } from '@connex/contracts'
import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { dappOf } from '../ledger/dappOf.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { sendTransaction } from '../ledger/sendTransaction.ts'

/**
 * Adds to what the platform refunds its users from. The wallet pays.
 *
 * @example
 * await fundPlatform(client, { amount: 10n ** 15n })
 */
export async function fundPlatform(
  client: Client,
  /** In wei. */
  { amount }: { amount: bigint },
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const fund = contractCall(platformManagerAbi, await dappOf(client, 'platform'), 'fund', [])
  return sendTransaction(client, { ...fund, value: amount }, options)
}
