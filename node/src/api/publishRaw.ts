// A signed transaction to the ledger: checked before the ledger is asked.
import { TxHash } from '@connex/protocol'
import type { HexData } from '@connex/protocol'
import { readRawTransaction } from '../ledger/readRawTransaction.ts'
import type { ApiContext } from './ApiContext.ts'
import { ApiError } from './ApiError.ts'

type Context = Pick<ApiContext, 'config' | 'ledger'>

export async function publishRaw({ config, ledger }: Context, rawTransaction: HexData): Promise<TxHash> {
  const raw = rawTransaction as `0x${string}`
  const read = readRawTransaction(raw, config.chainId)
  if ('refusal' in read) throw new ApiError(read.refusal)
  try {
    return TxHash.parse(await ledger.call('eth_sendRawTransaction', [raw]))
  } catch (error) {
    // A ledger that has the transaction already refuses it: what counts is that it has it.
    const known = await ledger.call('eth_getTransactionByHash', [read.hash]).catch(() => null)
    if (known === null) throw error
    return read.hash
  }
}
