import { GAS_LIMIT, GAS_PRICE, TxHash } from '@connex/protocol'
import { keccak256 } from 'viem/utils'
import type { Client } from '../createClient.ts'
import { ApiError, ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { backoff, pause } from '../http/pause.ts'
import { asLedgerError } from './decodeRevert.ts'
import { firstFreeNonce } from './journal/firstFreeNonce.ts'
import type { SignedTransaction } from './journal/Journal.ts'
import { walletOf } from './journal/walletOf.ts'
import type { SendOptions } from './progress.ts'
import { isKeptForLater, isOfLedger, publish } from './publish.ts'
import type { Transaction } from './simulate.ts'

const NONCE_TRIES = 15

/**
 * Signs with the first free nonce, keeps what is signed, and publishes; to be called in the wallet's turn. Where another
 * device of the same wallet took the nonce, it takes the next. What may have reached the ledger stays in the journal.
 */
export async function signAndPublish(
  client: Client,
  transaction: Transaction,
  nextNonce: number,
  options: SendOptions,
): Promise<TxHash> {
  const wallet = walletOf(client)
  for (let attempt = 0, next = nextNonce; ; attempt++) {
    const kept = await client.journal.read(wallet)
    const signed = await sign(client, transaction, firstFreeNonce(next, kept), options)
    options.onProgress?.({ step: 'signed', txHash: signed.txHash })
    options.signal?.throwIfAborted()
    await client.journal.write(wallet, [...kept, signed])
    try {
      await publish(client, signed, options)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (isKeptForLater(error)) throw error
      await client.journal.write(wallet, kept)
      if (!(await isNonceTaken(client, signed, error))) throw asLedgerError(error)
      if (attempt + 1 >= NONCE_TRIES) throw new ClientError('nonceTaken', undefined, error)
      // Two devices that race for the same nonce must not keep in step.
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

/** Whether the ledger, which does not have it, refused because another transaction has its nonce. Old servers do not say. */
async function isNonceTaken(client: Client, { nonce }: SignedTransaction, error: unknown): Promise<boolean> {
  const isRefused = isOfLedger(error) || (error instanceof ApiError && error.code === 'nonceUsed')
  return isRefused && (await call(client, 'account')).nonce > nonce
}
