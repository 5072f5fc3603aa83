// A request's signature, in the one form that is taken, and the digest that it is of.
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { keccak256 } from '../ledger/rawTransaction.ts'

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

export type Signature = { rs: Uint8Array; recovery: number }

/** 65 bytes in lower-case hex, v 27 or 28, low s: a signature has one form only, so nobody can make a second one of it. */
export function readSignature(text: string): Signature | undefined {
  if (!/^0x[0-9a-f]{130}$/.test(text)) return undefined
  const bytes = hexToBytes(text.slice(2))
  const v = bytes[64] ?? 0
  const s = BigInt(`0x${bytesToHex(bytes.subarray(32, 64))}`)
  if ((v !== 27 && v !== 28) || s > HALF_ORDER) return undefined
  return { rs: bytes.subarray(0, 64), recovery: v - 27 }
}

/** The digest under an EIP-191 personal message. */
export const messageDigest = (text: string): Uint8Array =>
  keccak256(`\x19Ethereum Signed Message:\n${Buffer.byteLength(text)}${text}`)
