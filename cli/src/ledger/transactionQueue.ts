import { isHex, keccak256, parseTransaction as parse, recoverTransactionAddress } from 'viem'
import type { Address, Hash, Hex, TransactionSerialized } from 'viem'
import type { VerdictRecord } from './JournalRecord.ts'
import { blockGasLimit } from './anvil.ts'
import { RpcError } from './rpc.ts'

export type TransactionQueueOptions = {
  readonly chainId: number
  /** The next nonce of an account, as of the last block. */
  readonly nonceOf: (account: Address) => Promise<number>
  readonly isKnown: (hash: Hash) => Promise<boolean>
  /** Journals a transaction and mines its block. Called in nonce order for each sender. */
  readonly mine: (transaction: SignedTransaction) => Promise<VerdictRecord>
  /** How long a transaction waits for its predecessor, in milliseconds. */
  readonly gapPatience?: number
}

/** One sender's pending transactions. */
type SenderQueue = {
  users: number
  /** The next nonce. */
  next: number
  readonly opened: Promise<void>
  readonly waiting: Map<number, () => void>
}

/**
 * Publishes transactions in their senders' nonce order. An early one waits a moment for its predecessor and is then
 * refused, not stored, so that every answer is final. Publishing a transaction again gives the same hash.
 */
export function createTransactionQueue({
  chainId,
  nonceOf,
  isKnown,
  mine,
  gapPatience = 2000,
}: TransactionQueueOptions) {
  const queues = new Map<Address, SenderQueue>()
  const underWay = new Map<Hash, Promise<Hash>>()

  return async function publish(raw: unknown): Promise<Hash> {
    const transaction = await parseTransaction(raw, chainId)
    const { hash } = transaction
    const earlier = underWay.get(hash)
    if (earlier) return earlier
    const publishing = inSenderQueue(transaction).finally(() => underWay.delete(hash))
    underWay.set(hash, publishing)
    return publishing
  }

  async function inSenderQueue(transaction: SignedTransaction): Promise<Hash> {
    const queue = queues.get(transaction.from) ?? openSenderQueue(transaction.from)
    queue.users += 1
    try {
      await queue.opened
      return await enter(queue, transaction)
    } finally {
      queue.users -= 1
      if (queue.users === 0) queues.delete(transaction.from)
    }
  }

  function openSenderQueue(account: Address): SenderQueue {
    const queue: SenderQueue = {
      users: 0,
      next: 0,
      waiting: new Map(),
      opened: nonceOf(account).then(setNext),
    }
    function setNext(nonce: number): void {
      queue.next = nonce
    }
    queues.set(account, queue)
    return queue
  }

  async function enter(queue: SenderQueue, transaction: SignedTransaction): Promise<Hash> {
    const { hash, nonce } = transaction
    if (nonce > queue.next) await turn(queue, nonce)
    if (nonce < queue.next && (await isKnown(hash))) return hash
    if (nonce !== queue.next) {
      const word = nonce < queue.next ? 'low' : 'high'
      throw new RpcError(-32003, `nonce too ${word}: next nonce ${queue.next}, tx nonce ${nonce}`)
    }
    queue.next = nonce + 1
    const mining = mine(transaction)
    queue.waiting.get(queue.next)?.()
    return confirm(queue, transaction, mining)
  }

  async function confirm(
    queue: SenderQueue,
    { hash, nonce }: SignedTransaction,
    mining: Promise<VerdictRecord>,
  ): Promise<Hash> {
    try {
      const verdict = await mining
      if (verdict.kind === 'refused') throw new RpcError(-32003, verdict.reason)
      if (verdict.refused !== undefined) throw new RpcError(-32003, verdict.refused)
      return hash
    } catch (error) {
      // Later ones are refused too, by their nonces; this nonce can be used again.
      queue.next = Math.min(queue.next, nonce)
      throw error
    }
  }

  function turn(queue: SenderQueue, nonce: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        if (queue.waiting.get(nonce) === done) queue.waiting.delete(nonce)
        resolve()
      }
      const timer = setTimeout(done, gapPatience)
      queue.waiting.set(nonce, done)
    })
  }
}

export type SignedTransaction = {
  readonly raw: Hex
  readonly hash: Hash
  readonly from: Address
  readonly nonce: number
}

/** Refuses what the transaction alone shows to be invalid, with the messages of other nodes. */
async function parseTransaction(raw: unknown, chainId: number): Promise<SignedTransaction> {
  if (typeof raw !== 'string' || !isHex(raw))
    throw new RpcError(-32602, 'the transaction must be a hex string')
  const fields = tryParse(raw)
  if (fields.type === 'eip4844') throw new RpcError(-32000, 'blob transactions are not supported')
  if (fields.chainId !== chainId) {
    throw new RpcError(
      -32000,
      `invalid chain id for signer: have ${fields.chainId ?? 'none'} want ${chainId}`,
    )
  }
  if ((fields.gas ?? 0n) > blockGasLimit) throw new RpcError(-32000, 'exceeds block gas limit')
  return { raw, hash: keccak256(raw), from: await tryRecover(raw), nonce: fields.nonce ?? 0 }
}

function tryParse(raw: Hex): ReturnType<typeof parse> {
  try {
    return parse(raw)
  } catch {
    throw new RpcError(-32602, 'the transaction cannot be decoded')
  }
}

async function tryRecover(raw: Hex): Promise<Address> {
  try {
    return await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerialized })
  } catch {
    throw new RpcError(-32000, 'invalid sender')
  }
}
