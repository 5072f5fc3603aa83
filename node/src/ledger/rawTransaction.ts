// Checks a signed ledger transaction without the ledger, and recovers signers.
import { hash } from 'node:crypto'
import { createRequire } from 'node:module'
import { Address, GAS_LIMIT, HexData, TxHash } from '@connex/protocol'
import type { ApiErrorCode } from '@connex/protocol'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type secp256k1 from 'secp256k1'
import { parseTransaction, serializeTransaction } from 'viem'
import type { TransactionSerializable } from 'viem'

/** No blobs, and no accounts that delegate to a contract's code. */
const TYPES: readonly unknown[] = ['legacy', 'eip2930', 'eip1559']
/** More than any account has; ledgers cannot parse more. */
const FEE_MAXIMUM = 2n ** 128n - 1n

/** `to` is null if it creates a contract. */
export type ReadTransaction = {
  hash: TxHash
  from: Address
  to: Address | null
  data: HexData
  gas: bigint
  /** The most that it pays for a unit of gas, in wei. */
  feeCap: bigint
}

/** The transaction, or the reason to refuse it. */
export function readRawTransaction(
  raw: `0x${string}`,
  chainId: number,
): ReadTransaction | { refusal: ApiErrorCode } {
  const parsed = parse(raw)
  const from = parsed && senderOf(parsed)
  if (parsed === undefined || from === undefined) return { refusal: 'transactionMalformed' }
  const { transaction } = parsed
  if (!TYPES.includes(transaction.type)) return { refusal: 'transactionTypeUnsupported' }
  if (transaction.chainId !== chainId) return { refusal: 'transactionForeignChain' }
  const { to, data = '0x', gas = 0n } = transaction
  if (gas > GAS_LIMIT) return { refusal: 'transactionTooMuchGas' }
  const feeCap = transaction.gasPrice ?? transaction.maxFeePerGas ?? 0n
  if (feeCap > FEE_MAXIMUM) return { refusal: 'balanceTooLow' }
  if (gas < leastGas(data)) return { refusal: 'gasTooLow' }
  return {
    hash: TxHash.parse(`0x${bytesToHex(digestOf(raw))}`),
    from,
    to: to === undefined || to === null ? null : Address.parse(to),
    data: HexData.parse(data),
    gas,
    feeCap,
  }
}

/** The gas that a transaction needs before it runs. Some ledgers accept less, and then never include the transaction. */
function leastGas(data: `0x${string}`): bigint {
  const bytes = hexToBytes(data.slice(2))
  const numZeros = bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0)
  return BigInt(21_000 + 4 * numZeros + 16 * (bytes.length - numZeros))
}

/**
 * An unsigned transaction with its signature, as it is published. Undefined if it is not one, or has a signature already.
 * `joinSignature('0xe9…', { r, s, yParity: 0 })` → '0xf869…'
 */
export function joinSignature(
  unsigned: `0x${string}`,
  { r, s, yParity }: { r: Uint8Array; s: Uint8Array; yParity: 0 | 1 },
): HexData | undefined {
  try {
    const { r: signed, ...transaction } = parseTransaction(unsigned)
    if (signed !== undefined || transaction.chainId === undefined) return undefined
    const signature = { r: toHex(r), s: toHex(s), yParity, v: BigInt(27 + yParity) }
    return HexData.parse(serializeTransaction(transaction, signature))
  } catch {
    return undefined
  }
}

const toHex = (bytes: Uint8Array): `0x${string}` => `0x${bytesToHex(bytes)}`

type Parsed = {
  transaction: TransactionSerializable
  signature: { r: `0x${string}`; s: `0x${string}`; yParity: number }
}

/** Undefined if it is not a transaction, not signed, or valid on every chain. */
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

type Binding = Pick<typeof secp256k1, 'ecdsaRecover'>

/**
 * libsecp256k1's own binding is some thirty times faster than JavaScript. It is loaded by name: if it is missing, the server
 * does not start, instead of running on a slow fallback.
 */
const binding = loadBinding()

function loadBinding(): Binding {
  try {
    return createRequire(import.meta.url)('secp256k1/bindings.js') as Binding
  } catch (error) {
    throw new Error('The native binding of secp256k1 is not available on this machine.', { cause: error })
  }
}

/** The address that signed a digest, undefined for an invalid signature. r and s as 64 bytes, recovery 0 or 1. */
export function recoverAddress(digest: Uint8Array, rs: Uint8Array, recovery: number): Address | undefined {
  try {
    const publicKey = binding.ecdsaRecover(rs, recovery, digest, false)
    return Address.parse(`0x${bytesToHex(keccak256(publicKey.subarray(1)).subarray(12))}`)
  } catch {
    return undefined
  }
}

/** Hashes text as UTF-8. OpenSSL's function is six times faster than JavaScript, and each signed request needs it twice. */
export const keccak256 = (data: string | Uint8Array): Uint8Array => hash('keccak-256', data, 'buffer')
