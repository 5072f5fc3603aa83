// Dry runs: whether the ledger would take a transaction.
import { BlockNumber, TxHash, ZERO_BYTES32 } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { walletOf } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { asLedgerError } from './asLedgerError.ts'
import { rpc } from './readContract.ts'
import type { BlockTag, SendOptions, Sent, Transaction } from './transaction.ts'

/**
 * Dry run from the user's address: resolves where the ledger would take the transaction, else throws its refusal.
 *
 * @example
 * await simulate(client, await delegate(client, calls)) // or a LedgerError with the reason
 */
export async function simulate(
  client: Client,
  transaction: Transaction,
  block: BlockTag = 'latest',
  control: CallControl = {},
): Promise<void> {
  const request = transactionRequest(client, transaction)
  const at = typeof block === 'number' ? `0x${block.toString(16)}` : block
  try {
    await rpc(client, 'eth_call', [request, at], control)
  } catch (error) {
    throw await asLedgerError(error)
  }
}

/** The transaction as the read-only methods want it: from the user's own address. */
function transactionRequest({ signer }: Client, { to, data, value = 0n }: Transaction) {
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  return { from: signer.address, to, data, ...(value > 0n ? { value: `0x${value.toString(16)}` } : {}) }
}

/** A dry run alone: whether the ledger would take it, on which block, for how much gas. */
export async function dryRun(client: Client, transaction: Transaction, options: SendOptions): Promise<Sent> {
  const control = { signal: options.signal }
  const at = (await client.journal.read(walletOf(client))).length > 0 ? 'pending' : 'latest'
  // First the call, whose refusal always has a reason; an estimate's may not.
  await simulate(client, transaction, at, control)
  const [gas, height] = await Promise.all([
    rpc(client, 'eth_estimateGas', [transactionRequest(client, transaction)], control),
    rpc(client, 'eth_blockNumber', [], control),
  ])
  const block = BlockNumber.parse(Number(height))
  options.onProgress?.({ step: 'simulated', block, gas: BigInt(String(gas)), transaction })
  return { txHash: TxHash.parse(ZERO_BYTES32), block }
}
