import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'

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
