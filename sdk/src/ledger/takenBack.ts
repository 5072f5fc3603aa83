// What a chain reorg has taken back: found by looking again at what was in a block.
import type { BlockNumber } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { walletOf } from '../client/client.ts'
import type { SignedTransaction } from '../client/journal.ts'
import { call } from '../http/call.ts'
import { findBlock } from './finality.ts'

/** A signed transaction that was in a block, or in an index, and that no block has now. */
export type TakenBack = SignedTransaction & { readonly block: BlockNumber }

/**
 * Looks again at what was in a block: forgets what is final, and answers what the ledger has taken back, which counts as
 * signed alone from now on. Called in the wallet's turn.
 */
export async function reviewBlocks(client: Client, signal?: AbortSignal): Promise<TakenBack[]> {
  const wallet = walletOf(client)
  const stored = await client.journal.read(wallet)
  if (!stored.some(({ block }) => block !== undefined)) return []
  const final = (await call(client, 'syncStatus', { signal })).finalBlock ?? -1
  const takenBack: TakenBack[] = []
  const reviewed = await Promise.all(
    stored.map(async (one) => {
      const { block, ...signed } = one
      if (block === undefined) return one
      const found = await findBlock(client, one.txHash, signal)
      if (found === undefined) takenBack.push({ ...signed, block })
      return found === undefined ? signed : { ...signed, block: found }
    }),
  )
  await client.journal.write(
    wallet,
    reviewed.filter((one) => !('block' in one) || one.block === undefined || one.block > final),
  )
  return takenBack.toSorted((left, right) => left.nonce - right.nonce)
}
