import { GAS_LIMIT, GAS_PRICE, TxHash } from '@connex/protocol'
import type { HexData } from '@connex/protocol'
import { keccak256 } from 'viem/utils'
import type { Client } from '../createClient.ts'
import { ApiError, ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { backoff, pause } from '../http/pause.ts'
import { asLedgerError } from './decodeRevert.ts'
import type { SendOptions } from './progress.ts'
import { readAccount } from './readAccount.ts'
import { rpc } from './rpc.ts'
import type { Transaction } from './simulate.ts'

const NONCE_TRIES = 15
const PUBLISH_TRIES = 4

/** Signs with the nonce given and publishes. Where another device of the same wallet took the nonce, it takes the next. */
export async function signAndPublish(
  client: Client,
  transaction: Transaction,
  nonce: number,
  options: SendOptions,
): Promise<TxHash> {
  for (let attempt = 0; ; attempt++) {
    const free = attempt === 0 ? nonce : (await readAccount(client, options)).nonce
    const { raw, txHash } = await sign(client, transaction, free, options)
    options.onProgress?.({ step: 'signed', txHash })
    try {
      await publish(client, raw, options.signal)
    } catch (error) {
      if (!(await isNonceTaken(client, free, txHash, error))) throw asLedgerError(error)
      if (attempt + 1 >= NONCE_TRIES) throw new ClientError('nonceTaken', undefined, error)
      // Two devices that race for the same nonce must not keep in step.
      await pause(backoff(0, 400) * Math.random(), options.signal)
      continue
    }
    client.session.nextNonce = free + 1
    options.onProgress?.({ step: 'published', txHash })
    return txHash
  }
}

async function sign(client: Client, { to, data }: Transaction, nonce: number, options: SendOptions) {
  const { signer, connection } = client
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  if (connection.chainId === undefined) throw new ClientError('chainUnknown')
  const raw = await signer.signTransaction({
    chainId: connection.chainId,
    nonce,
    gas: options.gas ?? GAS_LIMIT,
    gasPrice: options.gasPrice ?? GAS_PRICE,
    to,
    value: 0n,
    data,
  })
  return { raw, txHash: TxHash.parse(keccak256(raw)) }
}

/** Publishing the same raw transaction again is harmless, so a broken line is no reason to give up. */
async function publish(client: Client, raw: `0x${string}`, signal: AbortSignal | undefined): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await call(client, 'publishRawTx', { body: { rawTransaction: raw as HexData }, signal })
      return
    } catch (error) {
      const isBroken = error instanceof ClientError && ['unreachable', 'timedOut'].includes(error.code)
      if (!isBroken || attempt + 1 >= PUBLISH_TRIES) throw error
      await pause(backoff(attempt), signal)
    }
  }
}

/** Whether the ledger refused because the nonce is used, by a transaction other than this one. */
async function isNonceTaken(client: Client, nonce: number, txHash: TxHash, error: unknown): Promise<boolean> {
  if (!(error instanceof ApiError) || error.code !== 'ledgerFailed') return false
  const account = await call(client, 'account')
  if (account.nonce <= nonce) return false
  return (await rpc(client, 'eth_getTransactionByHash', [txHash])) == null
}
