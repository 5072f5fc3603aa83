import { BlockNumber, TxHash, ZERO_BYTES32 } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { walletOf } from './journal/walletOf.ts'
import type { SendOptions, Sent } from './progress.ts'
import { rpc } from './rpc.ts'
import { simulate, transactionRequest } from './simulate.ts'
import type { Transaction } from './simulate.ts'

/** A dry run and no more: whether the ledger would take it, on which block, for how much gas. */
export async function rehearse(
  client: Client,
  transaction: Transaction,
  options: SendOptions,
): Promise<Sent> {
  const control = { signal: options.signal }
  const at = (await client.journal.read(walletOf(client))).length > 0 ? 'pending' : 'latest'
  // First the run whose refusal says why; an estimate's does not always.
  await simulate(client, transaction, at, control)
  const [gas, height] = await Promise.all([
    rpc(client, 'eth_estimateGas', [transactionRequest(client, transaction)], control),
    rpc(client, 'eth_blockNumber', [], control),
  ])
  const block = BlockNumber.parse(Number(height))
  options.onProgress?.({ step: 'rehearsed', block, gas: BigInt(String(gas)), transaction })
  return { txHash: TxHash.parse(ZERO_BYTES32), block }
}
