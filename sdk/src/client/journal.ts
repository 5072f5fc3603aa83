// Where a wallet stores its signed transactions until a block holds them.
import type { Address, TxHash } from '@connex/protocol'
import type { Hex } from '../signer/Signer.ts'

/** A transaction that a wallet has signed and that no block is known to hold. It has no secret: the ledger sees it all. */
export type SignedTransaction = {
  readonly nonce: number
  readonly raw: Hex
  readonly txHash: TxHash
  readonly to: Address
  readonly data: Hex
}

/**
 * Where a wallet keeps what it has signed until a block holds it, so that neither a reload nor a crash loses it, and
 * where all that sign with this wallet take their turns: `createMemoryJournal`, `createBrowserJournal`.
 */
export interface Journal {
  /** Runs when nobody else does for this wallet, in this tab or another. */
  inTurn<Result>(wallet: string, work: () => Promise<Result>): Promise<Result>
  read(wallet: string): Promise<readonly SignedTransaction[]>
  /** Replaces what is kept; to be called in turn. */
  write(wallet: string, transactions: readonly SignedTransaction[]): Promise<void>
}

/**
 * A journal that ends with this process: what a client has unless it is given another.
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
