import { setTimeout as sleep } from 'node:timers/promises'
import { TransactionReceiptNotFoundError } from 'viem'
import type { Hex, TransactionReceipt } from 'viem'
import type { Ledger } from './ledger.ts'

const LIMIT_MS = 180_000
const POLL_MS = 20

/**
 * Waits until a transaction is in a block. viem's own waiting looks again at new blocks alone, and misses the one that is
 * made while it asks; on a ledger where nothing else happens it then waits in vain.
 * `const { status } = await awaitReceipt(ledger, hash)`
 */
export async function awaitReceipt({ client }: Ledger, hash: Hex): Promise<TransactionReceipt> {
  const end = Date.now() + LIMIT_MS
  for (;;) {
    const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw error
    })
    if (receipt !== undefined) return receipt
    if (Date.now() > end) throw new Error(`Transaction ${hash} is in no block after ${LIMIT_MS / 1000} s.`)
    await sleep(POLL_MS)
  }
}
