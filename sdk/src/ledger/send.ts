import type { Client } from '../createClient.ts'
import { LedgerError } from '../errors.ts'
import { requireClient } from '../http/requireClient.ts'
import { delegate } from './delegate.ts'
import type { LedgerCall } from './delegate.ts'
import { forget } from './journal/forget.ts'
import { walletOf } from './journal/walletOf.ts'
import type { SendOptions, Sent } from './progress.ts'
import { readyAccount } from './readyAccount.ts'
import { rehearse } from './rehearse.ts'
import { signAndPublish } from './signAndPublish.ts'
import { simulate } from './simulate.ts'
import type { Transaction } from './simulate.ts'
import { waitForBlock } from './waitForBlock.ts'
import { waitForIndex } from './waitForIndex.ts'

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
  const transaction = await delegate(client, calls, options)
  if (options.dryRun === 'only') return rehearse(client, transaction, options)
  const txHash = await client.journal.inTurn(walletOf(client), () =>
    publishNext(client, transaction, options),
  )
  const block = await waitForBlock(client, transaction, txHash, options).catch(async (error: unknown) => {
    // Taken up by a block and refused there: its nonce is used.
    if (error instanceof LedgerError) await forget(client, txHash)
    throw error
  })
  await forget(client, txHash)
  options.onProgress?.({ step: 'mined', txHash, block })
  if (options.until !== 'mined') {
    await waitForIndex(client, block, options)
    options.onProgress?.({ step: 'indexed', txHash, block })
  }
  return { txHash, block }
}

async function publishNext(client: Client, transaction: Transaction, options: SendOptions) {
  options.signal?.throwIfAborted()
  // What is on its way may be what this transaction builds on.
  const at = (await client.journal.read(walletOf(client))).length > 0 ? 'pending' : 'latest'
  if (options.dryRun !== false) await simulate(client, transaction, at, { signal: options.signal })
  const { nonce } = await readyAccount(client, options)
  return signAndPublish(client, transaction, nonce, options)
}
