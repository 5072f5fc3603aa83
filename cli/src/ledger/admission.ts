import { isHex, keccak256, parseTransaction as parse, recoverTransactionAddress } from 'viem'
import type { Address, Hash, Hex, TransactionSerialized } from 'viem'
import type { VerdictRecord } from './JournalRecord.ts'
import { blockGasLimit } from './anvil.ts'
import { RpcError } from './rpc.ts'

export type AdmissionOptions = {
  readonly chainId: number
  /** The next nonce of an account, as the last block has it. */
  readonly nonceOf: (account: Address) => Promise<number>
  readonly isKnown: (hash: Hash) => Promise<boolean>
  /** Journals a transaction and makes its block. Called in nonce order for each sender. */
  readonly mine: (transaction: SignedTransaction) => Promise<VerdictRecord>
  /** How long a transaction may wait for the one before it, in milliseconds. */
  readonly gapPatience?: number
}

/** One sender's transactions under way. */
type Lane = {
  users: number
  /** The nonce that may go next. */
  next: number
  readonly opened: Promise<void>
  readonly waiting: Map<number, () => void>
}

/**
 * The door to the journal. A transaction enters in its sender's nonce order; one that comes early waits a
 * moment for its predecessor, and is then refused, not kept: whoever gets an answer knows that it is final.
 * What is published again, at the same time or later, gets the same hash.
 */
export function createAdmission({ chainId, nonceOf, isKnown, mine, gapPatience = 2000 }: AdmissionOptions) {
  const lanes = new Map<Address, Lane>()
  const underWay = new Map<Hash, Promise<Hash>>()

  return async function publish(raw: unknown): Promise<Hash> {
    const transaction = await parseTransaction(raw, chainId)
    const { hash } = transaction
    const earlier = underWay.get(hash)
    if (earlier) return earlier
    const publishing = inLane(transaction).finally(() => underWay.delete(hash))
    underWay.set(hash, publishing)
    return publishing
  }

  async function inLane(transaction: SignedTransaction): Promise<Hash> {
    const lane = lanes.get(transaction.from) ?? openLane(transaction.from)
    lane.users += 1
    try {
      await lane.opened
      return await enter(lane, transaction)
    } finally {
      lane.users -= 1
      if (lane.users === 0) lanes.delete(transaction.from)
    }
  }

  function openLane(account: Address): Lane {
    const lane: Lane = { users: 0, next: 0, waiting: new Map(), opened: nonceOf(account).then(setNext) }
    function setNext(nonce: number): void {
      lane.next = nonce
    }
    lanes.set(account, lane)
    return lane
  }

  async function enter(lane: Lane, transaction: SignedTransaction): Promise<Hash> {
    const { hash, nonce } = transaction
    if (nonce > lane.next) await turn(lane, nonce)
    if (nonce < lane.next && (await isKnown(hash))) return hash
    if (nonce !== lane.next) {
      const word = nonce < lane.next ? 'low' : 'high'
      throw new RpcError(-32003, `nonce too ${word}: next nonce ${lane.next}, tx nonce ${nonce}`)
    }
    lane.next = nonce + 1
    const mining = mine(transaction)
    lane.waiting.get(lane.next)?.()
    return confirm(lane, transaction, mining)
  }

  async function confirm(
    lane: Lane,
    { hash, nonce }: SignedTransaction,
    mining: Promise<VerdictRecord>,
  ): Promise<Hash> {
    try {
      const verdict = await mining
      if (verdict.kind === 'refused') throw new RpcError(-32003, verdict.reason)
      if (verdict.refused !== undefined) throw new RpcError(-32003, verdict.refused)
      return hash
    } catch (error) {
      // Whatever entered behind it is refused too, by its nonce; the nonce itself is free again.
      lane.next = Math.min(lane.next, nonce)
      throw error
    }
  }

  function turn(lane: Lane, nonce: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        if (lane.waiting.get(nonce) === done) lane.waiting.delete(nonce)
        resolve()
      }
      const timer = setTimeout(done, gapPatience)
      lane.waiting.set(nonce, done)
    })
  }
}

export type SignedTransaction = {
  readonly raw: Hex
  readonly hash: Hash
  readonly from: Address
  readonly nonce: number
}

/** What can be refused by looking at the transaction alone, in the words that other nodes use. */
export async function parseTransaction(raw: unknown, chainId: number): Promise<SignedTransaction> {
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
