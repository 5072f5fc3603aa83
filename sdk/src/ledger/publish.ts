// Signs a transaction and brings it to the ledger; the journal holds it on the way.
import { GAS_LIMIT, GAS_PRICE, HexData, TxHash } from '@connex/protocol'
import { keccak256 } from 'viem/utils'
import type { Client } from '../client/client.ts'
import { walletOf } from '../client/client.ts'
import type { SignedTransaction } from '../client/journal.ts'
import { ApiError, ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { backoff, pause } from '../http/pause.ts'
import { asLedgerError } from './asLedgerError.ts'
import { rpc } from './readContract.ts'
import type { SendOptions, Transaction } from './transaction.ts'

const NONCE_TRIES = 15

/**
 * Signs with the first unused nonce, stores the signed transaction, and publishes it; called in the wallet's turn. Where
 * another device of the same wallet took the nonce, it takes the next. The journal holds whatever may have reached the ledger.
 */
export async function signAndPublish(
  client: Client,
  transaction: Transaction,
  nextNonce: number,
  options: SendOptions,
): Promise<TxHash> {
  const wallet = walletOf(client)
  for (let attempt = 0, next = nextNonce; ; attempt++) {
    const stored = await client.journal.read(wallet)
    const signed = await sign(client, transaction, firstFreeNonce(next, stored), options)
    options.onProgress?.({ step: 'signed', txHash: signed.txHash })
    options.signal?.throwIfAborted()
    await client.journal.write(wallet, [...stored, signed])
    try {
      await publish(client, signed, options)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (isStoredForLater(error)) throw error
      await client.journal.write(wallet, stored)
      if (!(await isNonceTaken(client, signed, error))) throw await asLedgerError(error)
      if (attempt + 1 >= NONCE_TRIES) throw new ClientError('nonceTaken', undefined, error)
      // Two devices that race for the same nonce must not retry in lockstep.
      await pause(backoff(0, 400) * Math.random(), options.signal)
      next = (await call(client, 'account', { signal: options.signal })).nonce
      continue
    }
    options.onProgress?.({ step: 'published', txHash: signed.txHash })
    return signed.txHash
  }
}

async function sign(
  { signer, connection }: Client,
  { to, data, value = 0n }: Transaction,
  nonce: number,
  options: SendOptions,
): Promise<SignedTransaction> {
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  if (connection.chainId === undefined) throw new ClientError('chainUnknown')
  options.approve?.({ to, data, value })
  const raw = await signer.signTransaction({
    chainId: connection.chainId,
    nonce,
    gas: options.gas ?? GAS_LIMIT,
    gasPrice: options.gasPrice ?? GAS_PRICE,
    to,
    value,
    data,
  })
  return { nonce, raw, txHash: TxHash.parse(keccak256(raw)), to, data }
}

/** Whether the ledger refused because another transaction has its nonce. Old servers do not report that. */
async function isNonceTaken(client: Client, { nonce }: SignedTransaction, error: unknown): Promise<boolean> {
  const isRefused = isOfLedger(error) || (error instanceof ApiError && error.code === 'nonceUsed')
  return isRefused && (await call(client, 'account')).nonce > nonce
}

const PUBLISH_TRIES = 4

/**
 * Brings a signed transaction to the ledger. Publishing again is harmless, so an uncertain outcome is retried: it throws
 * 'keptForLater' where it stays unknown whether the ledger has it, and a refusal unchanged.
 */
export async function publish(
  client: Client,
  { raw, txHash }: Pick<SignedTransaction, 'raw' | 'txHash'>,
  { publishBy, signal }: Pick<SendOptions, 'publishBy' | 'signal'> = {},
): Promise<void> {
  const rawTransaction = HexData.parse(raw)
  const tries = publishBy === undefined ? PUBLISH_TRIES : 1
  for (let attempt = 0; ; attempt++) {
    try {
      if (publishBy === undefined) await call(client, 'publishRawTx', { body: { rawTransaction }, signal })
      else await publishBy(rawTransaction)
      return
    } catch (error) {
      signal?.throwIfAborted()
      if (!isUncertain(error) || attempt + 1 >= tries) return judge(client, txHash, error)
      await pause(backoff(attempt), signal)
    }
  }
}

/**
 * Decides on a failure by asking the ledger. A refusal by the server or the ledger is final; after any other failure a
 * transaction that the ledger does not have may still be on its way.
 */
async function judge(client: Client, txHash: TxHash, error: unknown): Promise<void> {
  const hasLedgerFailed = isOfLedger(error)
  if (!hasLedgerFailed && !isUncertain(error)) throw error
  const found = await rpc(client, 'eth_getTransactionByHash', [txHash]).catch(() => undefined)
  if (found != null) return
  // Only null is an answer: an unreachable ledger fails with the same code.
  if (hasLedgerFailed && found === null) throw error
  throw new ClientError('keptForLater', txHash, error)
}

const NO_ANSWER = ['unreachable', 'timedOut', 'unexpectedAnswer', 'answerTooLarge']

/** No answer, or one that may be a proxy's. */
const isUncertain = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status >= 500 && !isOfLedger(error)
    : error instanceof ClientError && NO_ANSWER.includes(error.code)

/** The ledger refused, or cannot be reached. */
const isOfLedger = (error: unknown): boolean => error instanceof ApiError && error.code === 'ledgerFailed'

export const isStoredForLater = (error: unknown): boolean =>
  error instanceof ClientError && error.code === 'keptForLater'

/**
 * The lowest nonce that neither the ledger nor a stored transaction has. That fills gaps first, which would block all
 * later transactions.
 *
 * @example
 * firstFreeNonce(5, [{ nonce: 5 }, { nonce: 7 }]) // 6
 */
export function firstFreeNonce(next: number, stored: readonly Pick<SignedTransaction, 'nonce'>[]): number {
  const taken = new Set(stored.map(({ nonce }) => nonce))
  let lowest = next
  while (taken.has(lowest)) lowest++
  return lowest
}

/** Removes a transaction that a block holds, or that nobody will ever publish, from the journal. */
export const removeSigned = (client: Client, txHash: TxHash): Promise<void> =>
  client.journal.inTurn(walletOf(client), () => removeLocked(client, txHash))

/** The same for a caller that already has the wallet's turn. */
export async function removeLocked(client: Client, txHash: TxHash): Promise<void> {
  const { journal } = client
  const wallet = walletOf(client)
  const stored = await journal.read(wallet)
  await journal.write(
    wallet,
    stored.filter((transaction) => transaction.txHash !== txHash),
  )
}
