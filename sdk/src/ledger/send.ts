import type { Client } from '../createClient.ts'
import { requireClient } from '../http/requireClient.ts'
import { delegate } from './delegate.ts'
import type { LedgerCall } from './delegate.ts'
import type { SendOptions, Sent } from './progress.ts'
import { sendTransaction } from './sendTransaction.ts'

/**
 * Lets the tenant make these calls to one dApp, all or none, in one ledger transaction: dry run, refund where the
 * balance is low, sign, publish, wait for the block and for the own server's index. Transactions sent at the same time
 * are signed one after the other, in all tabs, and waited for together. What
 * was signed when a tab was closed is gone on with by `resumeTransactions`.
 *
 * @example
 * const { txHash, block } = await send(client, [{ dappAddr, to: dappAddr, data }], { onProgress: show })
 */
export async function send(
  client: Client,
  calls: readonly LedgerCall[],
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  return sendTransaction(client, await delegate(client, calls, options), options)
}
