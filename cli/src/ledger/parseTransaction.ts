import {
  type Address,
  type Hash,
  type Hex,
  isHex,
  keccak256,
  parseTransaction as parse,
  recoverTransactionAddress,
  type TransactionSerialized,
} from 'viem'
import { RpcError } from './createRpc.ts'
import { blockGasLimit } from './startAnvil.ts'

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
