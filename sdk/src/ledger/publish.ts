// Signs a transaction and brings it to the ledger; the journal holds it on the way.
import { DEFAULT_FEES, GAS_LIMIT, HexData, TxHash } from '@connex/protocol'
import { keccak256 } from 'viem/utils'
import type { Client } from '../client/client.ts'
import { requireChainId, walletOf } from '../client/client.ts'
import type { SignedTransaction } from '../client/journal.ts'
import { ApiError, ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { pause, retryPause } from '../http/pause.ts'
import { asLedgerError } from './asLedgerError.ts'
import { feesToSign } from './fees.ts'
import { nextNonce } from './nonces.ts'
import type { NextNonce, NonceCounts } from './nonces.ts'
import { readAccount, rpc } from './readContract.ts'
import type { SendOptions, Transaction } from './transaction.ts'

const NONCE_TRIES = 15

/**
 * Signs with the next nonce, stores the signed transaction, and publishes it; called in the wallet's turn. Where
 * another device of the same wallet took the nonce, it takes the next. The journal holds whatever may have reached the ledger.
 */
export async function signAndPublish(
  client: Client,
  transaction: Transaction,
  account: NonceCounts,
  options: SendOptions,
): Promise<SignedTransaction> {
  const wallet = walletOf(client)
  const refused: number[] = []
  for (let counts = account; ;) {
    const stored = await client.journal.read(wallet)
    const signed = await sign(client, transaction, nextNonce(counts, stored, { refused }), options)
    options.onProgress?.({ step: 'signed', txHash: signed.txHash })
    options.signal?.throwIfAborted()
    await client.journal.write(wallet, [...stored, signed])
    try {
      await publish(client, signed, options)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (isStoredForLater(error)) throw error
      await client.journal.write(wallet, stored)
      if (!isNonceUsed(error)) throw await asLedgerError(error)
      if (refused.push(signed.nonce) >= NONCE_TRIES) throw new ClientError('nonceTaken', undefined, error)
      // Two devices that race for the same nonce must not retry in lockstep.
      await pause(retryPause(0, 400) * Math.random(), options.signal)
      counts = await readAccount(client, { signal: options.signal })
      continue
    }
    options.onProgress?.({ step: 'published', txHash: signed.txHash })
    return signed
  }
}

async function sign(
  client: Client,
  { to, data, value = 0n }: Transaction,
  { nonce, elsewhere }: NextNonce,
  options: SendOptions,
): Promise<SignedTransaction> {
  const { signer, connection } = client
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  const chainId = requireChainId(client)
  options.approve?.({ to, data, value })
  const raw = await signer.signTransaction({
    chainId,
    nonce,
    gas: options.gas ?? GAS_LIMIT,
    ...feesToSign(connection.fees ?? DEFAULT_FEES, options.gasPrice),
    to,
    value,
    data,
  })
  const passedOver = elsewhere.length > 0 ? { nonces: elsewhere, at: Date.now() } : undefined
  const signed = { nonce, raw, txHash: TxHash.parse(keccak256(raw)), to, data }
  return passedOver === undefined ? signed : { ...signed, passedOver }
}

/** The ledger refused because another transaction has its nonce. */
const isNonceUsed = (error: unknown): boolean => error instanceof ApiError && error.code === 'nonceUsed'

const PUBLISH_TRIES = 4

/**
 * Brings a signed transaction to the ledger. Publishing again is harmless, so an uncertain outcome is retried: it throws
 * 'keptForLater' where it stays unknown whether the ledger has it, and a refusal unchanged.
 */
async function publish(
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
      const isLast = attempt + 1 >= tries
      if (isUncertain(error) && !isLast) await pause(retryPause(attempt), signal)
      else return judge(client, txHash, error, attempt > 0)
    }
  }
}

/**
 * Decides on a failure. The ledger's refusal is final, unless an earlier attempt may have arrived: its own transaction
 * can be what has the nonce then. After any other failure the transaction may be on its way, even if the node does not
 * find it: many nodes do not look for a hash in their pool, and others share an address with nodes that have not seen it.
 */
async function judge(client: Client, txHash: TxHash, error: unknown, isRepeated: boolean): Promise<void> {
  const isOpen = isUncertain(error) || isOfLedger(error) || (isRepeated && isNonceUsed(error))
  if (!isOpen) throw error
  const found = await rpc(client, 'eth_getTransactionByHash', [txHash]).catch(() => null)
  if (found === null) throw new ClientError('keptForLater', txHash, error)
}

/** Refusals that another node, or a later block, may not repeat: a node that restarts does not have the wallet's coins yet. */
const FOR_NOW = ['gasPriceTooLow', 'balanceTooLow', 'nonceGap']

/**
 * Publishes what may have been published before. Undefined where the ledger has it again, or has another one of its nonce:
 * a block decides between them. Throws where that stays unknown, or the ledger does not take it at the moment: another node may
 * have it, so it must not be forgotten.
 */
export async function publishAgain(
  client: Client,
  transaction: SignedTransaction,
  signal: AbortSignal | undefined,
): Promise<{ error: unknown } | undefined> {
  try {
    await publish(client, transaction, { signal })
    return undefined
  } catch (error) {
    signal?.throwIfAborted()
    if (isNonceUsed(error)) return undefined
    const isForNow = error instanceof ApiError && FOR_NOW.includes(error.code)
    if (isForNow || isStoredForLater(error)) throw error
    return { error }
  }
}

const NO_ANSWER = ['unreachable', 'timedOut', 'unexpectedAnswer', 'answerTooLarge']

/** No answer, or one that may be a proxy's. */
const isUncertain = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status >= 500 && !isOfLedger(error)
    : error instanceof ClientError && NO_ANSWER.includes(error.code)

/** The ledger cannot be reached, or failed. */
const isOfLedger = (error: unknown): boolean => error instanceof ApiError && error.code === 'ledgerFailed'

export const isStoredForLater = (error: unknown): boolean =>
  error instanceof ClientError && error.code === 'keptForLater'

/** Removes a transaction that a block holds, or that nobody will ever publish, from the journal. */
export const removeSigned = (client: Client, txHash: TxHash): Promise<void> =>
  client.journal.inTurn(walletOf(client), () => removeSignedInTurn(client, txHash))

/** The same for a caller that already has the wallet's turn. */
export async function removeSignedInTurn(client: Client, txHash: TxHash): Promise<void> {
  const { journal } = client
  const wallet = walletOf(client)
  const stored = await journal.read(wallet)
  await journal.write(
    wallet,
    stored.filter((transaction) => transaction.txHash !== txHash),
  )
}
