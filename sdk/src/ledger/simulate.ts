import type { Address } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { asLedgerError } from './decodeRevert.ts'
import { rpc } from './rpc.ts'

export type Transaction = {
  to: Address
  data: `0x${string}`
  /** In wei; default none. */
  value?: bigint | undefined
}

/** `latest`, `pending` or a block's number. */
export type BlockTag = 'latest' | 'pending' | number

/**
 * Dry run from the user's address: resolves where the ledger would take the transaction, else throws its refusal.
 *
 * @example
 * await simulate(client, await delegate(client, calls)) // or a LedgerError that says why not
 */
export async function simulate(
  client: Client,
  transaction: Transaction,
  block: BlockTag = 'latest',
  control: CallControl = {},
): Promise<void> {
  const request = transactionRequest(client, transaction)
  const at = typeof block === 'number' ? `0x${block.toString(16)}` : block
  try {
    await rpc(client, 'eth_call', [request, at], control)
  } catch (error) {
    throw asLedgerError(error)
  }
}

/** The transaction as the read-only methods want it: from the user's own address. */
export function transactionRequest({ signer }: Client, { to, data, value = 0n }: Transaction) {
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  return { from: signer.address, to, data, ...(value > 0n ? { value: `0x${value.toString(16)}` } : {}) }
}
