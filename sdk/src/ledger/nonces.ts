// Which nonce a wallet's next transaction takes.
import type { SignedTransaction } from '../client/journal.ts'

/** How many of the wallet's transactions blocks have, and how many with those in the node's pool. */
export type NonceCounts = { latest: number; pending: number }

export type NextNonce = {
  nonce: number
  /** Lower ones that the pool has from another device of the wallet. */
  elsewhere: readonly number[]
}

/** As long as a transaction may take into a block. A nonce of another device that is still open then was lost. */
const ELSEWHERE_MS = 120_000

/**
 * The lowest nonce that no block, no stored transaction, and no other device has. That fills gaps first, which would block
 * all later transactions.
 *
 * The pending count proves that another device has a nonce only above the wallet's own stored transactions: clients
 * that count past a gap, or not at all, are common. Below them a nonce counts as taken for as long as the transaction
 * after it is young and was signed in that knowledge. `refused`: the ledger has just refused these as used.
 *
 * @example
 * nextNonce({ latest: 5, pending: 8 }, [{ nonce: 5 }, { nonce: 7 }]) // { nonce: 6, elsewhere: [] }
 */
export function nextNonce(
  { latest, pending }: NonceCounts,
  stored: readonly Pick<SignedTransaction, 'nonce' | 'passedOver'>[],
  { refused = [], now = Date.now() }: { refused?: readonly number[]; now?: number } = {},
): NextNonce {
  const own = new Set(stored.map(({ nonce }) => nonce))
  const highest = Math.max(-1, ...own)
  const remembered = new Set(
    stored.flatMap(({ passedOver }) =>
      passedOver !== undefined && now - passedOver.at < ELSEWHERE_MS ? passedOver.nonces : [],
    ),
  )
  const elsewhere: number[] = []
  for (let nonce = latest; ; nonce++) {
    if (own.has(nonce)) continue
    const isInPool = refused.includes(nonce) || (nonce > highest && nonce < pending)
    if (isInPool) elsewhere.push(nonce)
    else if (!remembered.has(nonce)) return { nonce, elsewhere }
  }
}
