import type { Client } from '../createClient.ts'
import { LedgerError } from '../errors.ts'
import { requireClient } from '../http/requireClient.ts'
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
 * One ledger transaction of the wallet itself, not of its tenant: what a nominee does with its nomination, or money for the
 * platform's refunds. Everything else is a tenant's act, see `send`.
 *
 * @example
 * await sendTransaction(client, contractCall(privilegeManagerAbi, privilegeManagerAddr, 'commitNomination', []))
 */
export async function sendTransaction(
  client: Client,
  { to, data, value }: Transaction,
  options: SendOptions = {},
): Promise<Sent> {
  requireClient(client)
  const transaction = { to, data, value }
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
