// What a chain reorg may still take back: the journal holds it until its block is final, and it is published again.
import { BlockNumber, isFinalAtOnce } from '@connex/protocol'
import type { TxHash } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { walletOf } from '../client/client.ts'
import type { SignedTransaction } from '../client/journal.ts'
import { call } from '../http/call.ts'
import { pause } from '../http/pause.ts'
import { publishAgain, removeSignedInTurn } from './publish.ts'
import { receiptOf } from './readContract.ts'

/** Called once a block has the transaction: the journal forgets it, or holds it until that block is final. */
export const recordBlock = (client: Client, txHash: TxHash, block: BlockNumber): Promise<void> =>
  client.journal.inTurn(walletOf(client), () => recordBlockInTurn(client, txHash, block))

/** The same for a caller that already has the wallet's turn. */
export async function recordBlockInTurn(client: Client, txHash: TxHash, block: BlockNumber): Promise<void> {
  if (isFinalAtOnce(client.connection.confirmations)) return removeSignedInTurn(client, txHash)
  const wallet = walletOf(client)
  const stored = await client.journal.read(wallet)
  const isThis = (one: SignedTransaction): boolean => one.txHash === txHash
  if (stored.some(isThis))
    await client.journal.write(
      wallet,
      stored.map((one) => (isThis(one) ? { ...one, block } : one)),
    )
}

/** Two hundred that become final together must not overload the server with requests for their receipts. */
const FORGOTTEN_AT_ONCE = 20

/**
 * Before the wallet signs another transaction: forgets what is final, and publishes again what the ledger has taken back, which
 * the next transaction would wait behind. Called in the wallet's turn; `latest` counts its transactions in blocks.
 */
export async function tidyBlocks(client: Client, latest: number, signal?: AbortSignal): Promise<void> {
  const wallet = walletOf(client)
  const stored = await client.journal.read(wallet)
  if (!stored.some(({ block }) => block !== undefined)) return
  const final = (await call(client, 'syncStatus', { signal })).finalBlock ?? -1
  const old = stored.filter(({ nonce, block }) => block !== undefined && block <= final && nonce < latest)
  const receipts = await Promise.all(
    old.slice(0, FORGOTTEN_AT_ONCE).map(({ txHash }) => receiptOf(client, txHash, signal)),
  )
  const isOver = ({ txHash }: SignedTransaction): boolean =>
    receipts.some((receipt, index) => old[index]?.txHash === txHash && (receipt?.block ?? Infinity) <= final)
  await client.journal.write(
    wallet,
    stored.filter((one) => !isOver(one)),
  )
  const lost = stored.filter(({ nonce, block }) => block !== undefined && nonce >= latest)
  // What the ledger refuses is reported by whoever resumes it.
  for (const transaction of lost.toSorted((left, right) => left.nonce - right.nonce))
    await publishAgain(client, transaction, signal)
}

/** Nodes behind one address differ by a few blocks: one may not have a block that another has answered from. */
const MISSING_AFTER_MS = 3000
const LOOK_EVERY_MS = 500

/** The block that has the transaction; undefined if none has had it for a while. */
export async function findBlock(
  client: Client,
  txHash: TxHash,
  signal?: AbortSignal,
): Promise<BlockNumber | undefined> {
  const start = Date.now()
  for (;;) {
    const receipt = await receiptOf(client, txHash, signal)
    if (receipt !== undefined) return BlockNumber.parse(receipt.block)
    if (Date.now() - start >= MISSING_AFTER_MS) return undefined
    await pause(LOOK_EVERY_MS, signal)
  }
}
