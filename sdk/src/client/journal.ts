// Where a wallet stores its signed transactions until they are on the ledger for good.
import type { Address, BlockNumber, TxHash } from '@connex/protocol'
import type { Hex } from '../signer/Signer.ts'

/** A signed transaction that no final block is known to hold. Nothing in it is secret: all of it is for the ledger. */
export type SignedTransaction = {
  readonly nonce: number
  readonly raw: Hex
  readonly txHash: TxHash
  readonly to: Address
  readonly data: Hex
  /** Lower nonces that another device of the wallet had in the pool when this was signed, at a time in milliseconds. */
  readonly passedOver?: { readonly nonces: readonly number[]; readonly at: number }
  /** The block that has it, until that is final: a chain reorg may still take it back. */
  readonly block?: BlockNumber
}

/**
 * Stores a wallet's signed transactions until a final block holds them, so that neither a reload nor a crash loses one, and
 * gives turns to all that sign with this wallet: `createMemoryJournal`, `createBrowserJournal`.
 */
export interface Journal {
  /** Runs while nobody else does for this wallet, in this tab or another. */
  inTurn<Result>(wallet: string, work: () => Promise<Result>): Promise<Result>
  read(wallet: string): Promise<readonly SignedTransaction[]>
  /** Replaces the stored transactions; called in turn. */
  write(wallet: string, transactions: readonly SignedTransaction[]): Promise<void>
}

/**
 * A journal in this process's memory, which is the default of a client.
 *
 * @example
 * const client = createClient({ baseUrl, signer, journal: createMemoryJournal() })
 */
export function createMemoryJournal(): Journal {
  const stored = new Map<string, readonly SignedTransaction[]>()
  const turns = new Map<string, Promise<unknown>>()
  return {
    inTurn(wallet, work) {
      const result = (turns.get(wallet) ?? Promise.resolve()).then(work)
      turns.set(
        wallet,
        result.catch(() => undefined),
      )
      return result
    },
    read: async (wallet) => stored.get(wallet) ?? [],
    async write(wallet, transactions) {
      stored.set(wallet, transactions)
    },
  }
}
