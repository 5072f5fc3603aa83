// Recovers who signed a request's text. libsecp256k1's own binding does it some thirty times faster than JavaScript, so
// the binding is loaded by name: where it is missing the server does not start, instead of crawling on a fallback.
import { createRequire } from 'node:module'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type secp256k1 from 'secp256k1'
import { Address } from '@connex/protocol'

type Binding = Pick<typeof secp256k1, 'ecdsaRecover'>

const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const binding = loadBinding()

function loadBinding(): Binding {
  try {
    return createRequire(import.meta.url)('secp256k1/bindings.js') as Binding
  } catch (error) {
    throw new Error('The native binding of secp256k1 is not to be had on this machine.', { cause: error })
  }
}

/** The address behind a digest's signature, undefined where there is none. r and s as 64 bytes, recovery 0 or 1. */
export function recoverAddress(digest: Uint8Array, rs: Uint8Array, recovery: number): Address | undefined {
  try {
    const publicKey = binding.ecdsaRecover(rs, recovery, digest, false)
    return Address.parse(`0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))}`)
  } catch {
    return undefined
  }
}

/** The digest under an EIP-191 personal message. */
export function messageDigest(text: string): Uint8Array {
  const bytes = utf8ToBytes(text)
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

export type Signature = { rs: Uint8Array; recovery: number }

/** 65 bytes, v 27 or 28, low s: a signature has one form only, so that nobody can make a second one of it. */
export function parseSignature(text: string): Signature | undefined {
  if (!/^0x[0-9a-f]{130}$/i.test(text)) return undefined
  const bytes = hexToBytes(text.slice(2))
  const v = bytes[64] ?? 0
  const s = BigInt(`0x${bytesToHex(bytes.subarray(32, 64))}`)
  if ((v !== 27 && v !== 28) || s > HALF_ORDER) return undefined
  return { rs: bytes.subarray(0, 64), recovery: v - 27 }
}
