import { isHex, keccak256, parseTransaction as parse, recoverTransactionAddress } from 'viem'
import type { Address, Hash, Hex, TransactionSerialized } from 'viem'
import type { VerdictRecord } from './JournalRecord.ts'
import { RpcError } from './rpc.ts'

export type TransactionQueueOptions = {
  readonly chainId: number
  readonly gasLimit: number
  /** The next nonce of an account, as of the last block and the transactions that wait. */
  readonly nonceOf: (account: Address) => Promise<number>
  readonly isKnown: (hash: Hash) => Promise<boolean>
  /** Journals a transaction and mines its block, or lets it wait for the next one. Called in nonce order for each sender. */
  readonly mine: (transaction: SignedTransaction) => Promise<VerdictRecord>
  /** How long a transaction waits for its predecessor, in milliseconds. */
  readonly gapPatience?: number
}

/** One sender's pending transactions. */
type SenderQueue = { users: number; readonly publish: (transaction: SignedTransaction) => Promise<Hash> }

/**
 * Publishes transactions in their senders' nonce order. An early one waits a moment for its predecessor and is then
 * refused, not stored, so that every answer is final. Publishing a transaction again gives the same hash.
 */
export function createTransactionQueue(options: TransactionQueueOptions) {
  const queues = new Map<Address, SenderQueue>()
  const underWay = new Map<Hash, Promise<Hash>>()

  return async function publish(raw: unknown): Promise<Hash> {
    const transaction = await parseTransaction(raw, options)
    const { hash } = transaction
    const earlier = underWay.get(hash)
    if (earlier) return earlier
    const publishing = inSenderQueue(transaction).finally(() => underWay.delete(hash))
    underWay.set(hash, publishing)
    return publishing
  }

  async function inSenderQueue(transaction: SignedTransaction): Promise<Hash> {
    const { from } = transaction
    const queue = queues.get(from) ?? { users: 0, publish: openSenderQueue(options, from) }
    queues.set(from, queue)
    queue.users += 1
    try {
      return await queue.publish(transaction)
    } finally {
      queue.users -= 1
      if (queue.users === 0) queues.delete(from)
    }
  }
}

function openSenderQueue(
  { nonceOf, isKnown, mine, gapPatience = 2000 }: TransactionQueueOptions,
  account: Address,
): SenderQueue['publish'] {
  const waiting = new Map<number, () => void>()
  let nextNonce = 0
  const opened = nonceOf(account).then(setNextNonce)

  return async function publish(transaction) {
    await opened
    const { hash, nonce } = transaction
    if (nonce > nextNonce) await turn(nonce)
    if (nonce < nextNonce && (await isKnown(hash))) return hash
    if (nonce !== nextNonce) {
      const word = nonce < nextNonce ? 'low' : 'high'
      throw new RpcError(-32003, `nonce too ${word}: next nonce ${nextNonce}, tx nonce ${nonce}`)
    }
    nextNonce = nonce + 1
    const mining = mine(transaction)
    waiting.get(nextNonce)?.()
    return confirm(transaction, mining)
  }

  function setNextNonce(nonce: number): void {
    nextNonce = nonce
  }

  async function confirm({ hash, nonce }: SignedTransaction, mining: Promise<VerdictRecord>): Promise<Hash> {
    try {
      const verdict = await mining
      if (verdict.kind === 'refused') throw new RpcError(-32003, verdict.reason)
      if (verdict.kind === 'mined' && verdict.refused !== undefined)
        throw new RpcError(-32003, verdict.refused)
      return hash
    } catch (error) {
      // Later ones are refused too, by their nonces; this nonce can be used again.
      nextNonce = Math.min(nextNonce, nonce)
      throw error
    }
  }

  function turn(nonce: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        if (waiting.get(nonce) === done) waiting.delete(nonce)
        resolve()
      }
      const timer = setTimeout(done, gapPatience)
      waiting.set(nonce, done)
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
async function parseTransaction(
  raw: unknown,
  { chainId, gasLimit }: Pick<TransactionQueueOptions, 'chainId' | 'gasLimit'>,
): Promise<SignedTransaction> {
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
  if ((fields.gas ?? 0n) > BigInt(gasLimit)) throw new RpcError(-32000, 'exceeds block gas limit')
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
