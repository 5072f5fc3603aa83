// What is signed, byte for byte, and where its signature goes. Inside the signer only.
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Hex, TransactionToSign } from './Signer.ts'

/** A signature of a keccak-256 digest, with low s. */
export type DigestSignature = { readonly r: Uint8Array; readonly s: Uint8Array; readonly yParity: 0 | 1 }

/** A personal message (EIP-191), whose hash is signed. */
export function personalMessage(text: string): Uint8Array {
  const message = utf8ToBytes(text)
  return concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${message.length}`), message)
}

/** r, s and v (27 or 28), 65 bytes. */
export const flatSignature = ({ r, s, yParity }: DigestSignature): Hex =>
  `0x${bytesToHex(concatBytes(r, s, Uint8Array.of(27 + yParity)))}`

type Unsigned = {
  /** The bytes whose hash is signed. */
  readonly preimage: Uint8Array
  /** The raw form with its signature. */
  readonly withSignature: (signature: DigestSignature) => Hex
}

/** A transaction before its signature, which covers its chain id. */
export const unsignedTransaction = (transaction: TransactionToSign): Unsigned =>
  'gasPrice' in transaction
    ? legacyTransaction(transaction, transaction.gasPrice)
    : feeMarketTransaction(transaction, transaction)

/** Gas, receiver, value and data. */
const commonFields = ({ gas, to, value, data }: TransactionToSign): Uint8Array[] => [
  integerBytes(gas),
  to === null ? new Uint8Array() : hexToBytes(to.slice(2)),
  integerBytes(value),
  hexToBytes(data.slice(2)),
]

/** Type 2, EIP-1559, without an access list. */
function feeMarketTransaction(
  transaction: TransactionToSign,
  fees: { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint },
): Unsigned {
  const fields = [
    integerBytes(BigInt(transaction.chainId)),
    integerBytes(BigInt(transaction.nonce)),
    integerBytes(fees.maxPriorityFeePerGas),
    integerBytes(fees.maxFeePerGas),
    ...commonFields(transaction),
    [],
  ]
  const typed = (items: readonly RlpItem[]) => concatBytes(Uint8Array.of(2), encodeRlp(items))
  return {
    preimage: typed(fields),
    withSignature({ r, s, yParity }) {
      const signature = [integerBytes(BigInt(yParity)), withoutZeros(r), withoutZeros(s)]
      return `0x${bytesToHex(typed([...fields, ...signature]))}`
    },
  }
}

/** EIP-155. */
function legacyTransaction(transaction: TransactionToSign, gasPrice: bigint): Unsigned {
  const chainId = BigInt(transaction.chainId)
  const fields = [
    integerBytes(BigInt(transaction.nonce)),
    integerBytes(gasPrice),
    ...commonFields(transaction),
  ]
  return {
    preimage: encodeRlp([...fields, integerBytes(chainId), new Uint8Array(), new Uint8Array()]),
    withSignature({ r, s, yParity }) {
      const v = integerBytes(chainId * 2n + 35n + BigInt(yParity))
      return `0x${bytesToHex(encodeRlp([...fields, v, withoutZeros(r), withoutZeros(s)]))}`
    },
  }
}

/** r and s are numbers to RLP: a leading zero byte would make the transaction another one. */
const withoutZeros = (word: Uint8Array): Uint8Array => word.subarray(word.findIndex((byte) => byte !== 0))

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
