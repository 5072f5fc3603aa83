// What a server can say of a signed ledger transaction without asking the ledger.
import { parseTransaction, serializeTransaction } from 'viem'
import type { TransactionSerializable } from 'viem'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { Address, GAS_LIMIT, HexData, TxHash } from '@connex/protocol'
import type { ApiErrorCode } from '@connex/protocol'
import { keccak256 } from './keccak256.ts'
import { recoverAddress } from './recoverAddress.ts'

/** `to` is null where it makes a contract. */
export type ReadTransaction = { hash: TxHash; from: Address; to: Address | null; data: HexData }

/** What it says, or why it is refused. */
export function readRawTransaction(
  raw: `0x${string}`,
  chainId: number,
): ReadTransaction | { refusal: ApiErrorCode } {
  const parsed = parse(raw)
  const from = parsed && senderOf(parsed)
  if (parsed === undefined || from === undefined) return { refusal: 'transactionMalformed' }
  const { transaction } = parsed
  if (transaction.chainId !== chainId) return { refusal: 'transactionForeignChain' }
  if ((transaction.gas ?? 0n) > GAS_LIMIT) return { refusal: 'transactionTooMuchGas' }
  const { to, data } = transaction
  return {
    hash: TxHash.parse(`0x${bytesToHex(digestOf(raw))}`),
    from,
    to: to === undefined || to === null ? null : Address.parse(to),
    data: HexData.parse(data ?? '0x'),
  }
}

type Parsed = {
  transaction: TransactionSerializable
  signature: { r: `0x${string}`; s: `0x${string}`; yParity: number }
}

/** Undefined where it is no transaction, is not signed, or is good on every chain. */
function parse(raw: `0x${string}`): Parsed | undefined {
  try {
    const { r, s, yParity, ...transaction } = parseTransaction(raw)
    if (r === undefined || s === undefined || yParity === undefined || transaction.chainId === undefined)
      return undefined
    return { transaction, signature: { r, s, yParity } }
  } catch {
    return undefined
  }
}

function senderOf({ transaction, signature: { r, s, yParity } }: Parsed): Address | undefined {
  const rs = hexToBytes(r.slice(2).padStart(64, '0') + s.slice(2).padStart(64, '0'))
  return recoverAddress(digestOf(serializeTransaction(transaction)), rs, yParity)
}

const digestOf = (hex: `0x${string}`): Uint8Array => keccak256(hexToBytes(hex.slice(2)))
