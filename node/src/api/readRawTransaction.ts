// What a server can say of a signed ledger transaction without asking the ledger.
import { keccak256, parseTransaction, serializeTransaction } from 'viem'
import type { TransactionSerializable } from 'viem'
import { hexToBytes } from '@noble/hashes/utils.js'
import { GAS_LIMIT, TxHash } from '@connex/protocol'
import { ApiError } from './ApiError.ts'
import { recoverAddress } from './verifySignature.ts'

/** Throws what is wrong with it; gives its hash. */
export function readRawTransaction(raw: `0x${string}`, chainId: number): { hash: TxHash } {
  const { transaction, signature } = parse(raw)
  if (transaction.chainId !== chainId) throw new ApiError('transactionForeignChain')
  if ((transaction.gas ?? 0n) > GAS_LIMIT) throw new ApiError('transactionTooMuchGas')
  const digest = hexToBytes(keccak256(serializeTransaction(transaction)).slice(2))
  const rs = hexToBytes(signature.r.slice(2).padStart(64, '0') + signature.s.slice(2).padStart(64, '0'))
  if (recoverAddress(digest, rs, signature.yParity) === undefined) throw new ApiError('transactionMalformed')
  return { hash: TxHash.parse(keccak256(raw)) }
}

type Parsed = {
  transaction: TransactionSerializable
  signature: { r: `0x${string}`; s: `0x${string}`; yParity: number }
}

function parse(raw: `0x${string}`): Parsed {
  try {
    const { r, s, yParity, ...transaction } = parseTransaction(raw)
    if (r === undefined || s === undefined || yParity === undefined || transaction.chainId === undefined)
      throw new Error('It is not signed, or not for one chain.')
    return { transaction, signature: { r, s, yParity } }
  } catch (error) {
    throw new ApiError('transactionMalformed', {}, { cause: error })
  }
}
