import type { SignedTransaction } from './Journal.ts'

/**
 * The lowest nonce that neither the ledger nor a kept transaction has. A gap, which would hold back all that comes after
 * it, is so filled first.
 *
 * @example
 * firstFreeNonce(5, [{ nonce: 5 }, { nonce: 7 }]) // 6
 */
export function firstFreeNonce(next: number, kept: readonly Pick<SignedTransaction, 'nonce'>[]): number {
  const taken = new Set(kept.map(({ nonce }) => nonce))
  let free = next
  while (taken.has(free)) free++
  return free
}
