import { parseJson } from '../../http/parseJson.ts'
import type { Journal, SignedTransaction } from './Journal.ts'
import { parseSigned } from './parseSigned.ts'

/** As much of a browser's storage and locks as is used here. */
export type BrowserParts = {
  readonly storage: {
    getItem(key: string): string | null
    setItem(key: string, value: string): void
    removeItem(key: string): void
  }
  readonly locks: { request<Result>(name: string, work: () => Promise<Result>): Promise<Result> }
}

/**
 * A journal that all tabs of a browser share: turns by the browser's own locks, which a tab that dies gives back; what
 * is signed in its storage, which a reload and a crash outlive.
 *
 * @example
 * const journal = createBrowserJournal({ storage: localStorage, locks: navigator.locks })
 */
export function createBrowserJournal({ storage, locks }: BrowserParts): Journal {
  const keyOf = (wallet: string): string => `connex.signed.${wallet}`
  // What a full storage refuses is at least not lost while this page lives.
  const unstored = new Map<string, readonly SignedTransaction[]>()
  return {
    inTurn: (wallet, work) => locks.request(keyOf(wallet), work),
    async read(wallet) {
      const refused = unstored.get(wallet)
      if (refused !== undefined) return refused
      const kept = parseJson(storage.getItem(keyOf(wallet)) ?? '[]')
      return Array.isArray(kept) ? kept.flatMap((value) => parseSigned(value) ?? []) : []
    },
    async write(wallet, transactions) {
      unstored.delete(wallet)
      try {
        if (transactions.length === 0) storage.removeItem(keyOf(wallet))
        else storage.setItem(keyOf(wallet), JSON.stringify(transactions))
      } catch {
        unstored.set(wallet, transactions)
      }
    },
  }
}
