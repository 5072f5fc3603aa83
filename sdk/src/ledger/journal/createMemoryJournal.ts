import type { Journal, SignedTransaction } from './Journal.ts'

/**
 * A journal that ends with this process: what a client has unless it is given another.
 *
 * @example
 * const client = createClient({ baseUrl, signer, journal: createMemoryJournal() })
 */
export function createMemoryJournal(): Journal {
  const kept = new Map<string, readonly SignedTransaction[]>()
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
    read: async (wallet) => kept.get(wallet) ?? [],
    async write(wallet, transactions) {
      kept.set(wallet, transactions)
    },
  }
}
