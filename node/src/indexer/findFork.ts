import type { Bytes32 } from '@connex/protocol'

type Kept = { number: number; hash: Bytes32 }

/**
 * The last kept block that is still on the ledger's chain, undefined where none is. A block that is on it has all its
 * parents on it, so that halving finds the place in few questions.
 */
export async function findFork(
  kept: readonly Kept[],
  hashAt: (number: number) => Promise<Bytes32 | undefined>,
): Promise<Kept | undefined> {
  let low = 0
  let high = kept.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const block = kept[middle]
    if (block !== undefined && (await hashAt(block.number)) === block.hash) low = middle + 1
    else high = middle
  }
  return kept[low - 1]
}
