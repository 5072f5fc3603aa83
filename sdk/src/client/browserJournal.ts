// A journal in a browser's storage, shared by its tabs.
import { Address, BlockNumber, TxHash } from '@connex/protocol'
import { isJsonObject, parseJson } from '../json.ts'
import type { Hex } from '../signer/Signer.ts'
import type { Journal, SignedTransaction } from './journal.ts'

/** As much of a browser's storage and locks as is used here. */
type BrowserParts = {
  readonly storage: {
    getItem(key: string): string | null
    setItem(key: string, value: string): void
    removeItem(key: string): void
  }
  readonly locks: { request<Result>(name: string, work: () => Promise<Result>): Promise<Result> }
}

/**
 * A journal that all tabs of a browser share: turns by the browser's locks, which a dying tab releases; signed
 * transactions in its storage, which survives reloads and crashes.
 *
 * @example
 * const journal = createBrowserJournal({ storage: localStorage, locks: navigator.locks })
 */
export function createBrowserJournal({ storage, locks }: BrowserParts): Journal {
  const keyOf = (wallet: string): string => `connex.signed.${wallet}`
  // Transactions that a full storage refuses live as long as this page.
  const unstored = new Map<string, readonly SignedTransaction[]>()
  return {
    inTurn: (wallet, work) => locks.request(keyOf(wallet), work),
    async read(wallet) {
      const refused = unstored.get(wallet)
      if (refused !== undefined) return refused
      const stored = parseJson(storage.getItem(keyOf(wallet)) ?? '[]')
      return Array.isArray(stored) ? stored.flatMap((value) => parseSignedTransaction(value) ?? []) : []
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

/**
 * Storage may hold anything: undefined for what is not a signed transaction.
 *
 * @example
 * const transactions = stored.flatMap((value) => parseSignedTransaction(value) ?? [])
 */
export function parseSignedTransaction(value: unknown): SignedTransaction | undefined {
  if (!isJsonObject(value)) return undefined
  const { nonce, raw, data } = value
  const txHash = TxHash.safeParse(value['txHash'])
  const to = Address.safeParse(value['to'])
  const isWhole = Number.isSafeInteger(nonce) && isHex(raw) && isHex(data) && txHash.success && to.success
  if (!isWhole) return undefined
  const transaction = { nonce: nonce as number, raw, data, txHash: txHash.data, to: to.data }
  const passedOver = parsePassedOver(value['passedOver'])
  const block = BlockNumber.safeParse(value['block']).data
  return {
    ...transaction,
    ...(passedOver === undefined ? {} : { passedOver }),
    ...(block === undefined ? {} : { block }),
  }
}

/** Undefined if there is none, or a damaged one: a journal without it is as good. */
function parsePassedOver(value: unknown): SignedTransaction['passedOver'] {
  if (!isJsonObject(value)) return undefined
  const { nonces, at } = value
  if (!Array.isArray(nonces) || !nonces.every(Number.isSafeInteger)) return undefined
  return Number.isSafeInteger(at) ? { nonces: nonces as number[], at: at as number } : undefined
}

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
