// Signatures over requests, batches and transactions. Inside the signer only.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Hex, TransactionToSign } from './Signer.ts'

/** The EIP-191 signature of a personal message: r, s and v (27 or 28), 65 bytes. */
export function signRequestText(text: string, privateKey: Uint8Array): Hex {
  const message = utf8ToBytes(text)
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`)
  return flatSignature(keccak_256(concatBytes(prefix, message)), privateKey)
}

/** r, s and v (27 or 28) of a digest that was made here. */
export function flatSignature(digest: Uint8Array, privateKey: Uint8Array): Hex {
  const { r, s, yParity } = signDigest(digest, privateKey)
  return `0x${bytesToHex(concatBytes(r, s, Uint8Array.of(27 + yParity)))}`
}

/** The raw form of a transaction, signed with its chain id. */
export const signTransaction = (transaction: TransactionToSign, privateKey: Uint8Array): Hex =>
  'gasPrice' in transaction
    ? signLegacyTransaction(transaction, transaction.gasPrice, privateKey)
    : signFeeMarketTransaction(transaction, transaction, privateKey)

/** Gas, receiver, value and data. */
const commonFields = ({ gas, to, value, data }: TransactionToSign): Uint8Array[] => [
  integerBytes(gas),
  to === null ? new Uint8Array() : hexToBytes(to.slice(2)),
  integerBytes(value),
  hexToBytes(data.slice(2)),
]

/** Type 2, EIP-1559, without an access list. */
function signFeeMarketTransaction(
  transaction: TransactionToSign,
  fees: { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint },
  privateKey: Uint8Array,
): Hex {
  const fields = [
    integerBytes(BigInt(transaction.chainId)),
    integerBytes(BigInt(transaction.nonce)),
    integerBytes(fees.maxPriorityFeePerGas),
    integerBytes(fees.maxFeePerGas),
    ...commonFields(transaction),
    [],
  ]
  const typed = (items: readonly RlpItem[]) => concatBytes(Uint8Array.of(2), encodeRlp(items))
  const { r, s, yParity } = signDigest(keccak_256(typed(fields)), privateKey)
  const signature = [integerBytes(BigInt(yParity)), withoutZeros(r), withoutZeros(s)]
  return `0x${bytesToHex(typed([...fields, ...signature]))}`
}

/** EIP-155. */
function signLegacyTransaction(
  transaction: TransactionToSign,
  gasPrice: bigint,
  privateKey: Uint8Array,
): Hex {
  const chainId = BigInt(transaction.chainId)
  const fields = [
    integerBytes(BigInt(transaction.nonce)),
    integerBytes(gasPrice),
    ...commonFields(transaction),
  ]
  const unsigned = encodeRlp([...fields, integerBytes(chainId), new Uint8Array(), new Uint8Array()])
  const { r, s, yParity } = signDigest(keccak_256(unsigned), privateKey)
  const v = integerBytes(chainId * 2n + 35n + BigInt(yParity))
  return `0x${bytesToHex(encodeRlp([...fields, v, withoutZeros(r), withoutZeros(s)]))}`
}

/** r and s are numbers to RLP: a leading zero byte would make the transaction another one. */
const withoutZeros = (word: Uint8Array): Uint8Array => word.subarray(word.findIndex((byte) => byte !== 0))

type DigestSignature = { readonly r: Uint8Array; readonly s: Uint8Array; readonly yParity: 0 | 1 }

/** ECDSA over secp256k1 with a deterministic nonce (RFC 6979) and low s. Inside the signer only. */
function signDigest(digest: Uint8Array, privateKey: Uint8Array): DigestSignature {
  const signature = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: 'recovered' })
  return { r: signature.slice(1, 33), s: signature.slice(33, 65), yParity: signature[0] === 1 ? 1 : 0 }
}

export type RlpItem = Uint8Array | readonly RlpItem[]

/** Recursive length prefix, the encoding of transactions (Ethereum yellow paper, appendix B). */
export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first] = item
    return item.length === 1 && first !== undefined && first < 0x80
      ? item
      : concatBytes(prefix(0x80, item.length), item)
  }
  const payload = concatBytes(...item.map(encodeRlp))
  return concatBytes(prefix(0xc0, payload.length), payload)
}

/** A number as RLP wants it: big-endian, without leading zeros, 0 as nothing. `integerBytes(1024n)` → [4, 0] */
export function integerBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array()
  const digits = value.toString(16)
  return hexToBytes(digits.length % 2 === 0 ? digits : `0${digits}`)
}

function prefix(offset: number, length: number): Uint8Array {
  if (length < 56) return Uint8Array.of(offset + length)
  const bytes = integerBytes(BigInt(length))
  return concatBytes(Uint8Array.of(offset + 55 + bytes.length), bytes)
}
