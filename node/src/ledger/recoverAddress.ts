// Recovers who signed a digest. libsecp256k1's own binding does it some thirty times faster than JavaScript, so the
// binding is loaded by name: where it is missing the server does not start, instead of crawling on a fallback.
import { createRequire } from 'node:module'
import { bytesToHex } from '@noble/hashes/utils.js'
import type secp256k1 from 'secp256k1'
import { Address } from '@connex/protocol'
import { keccak256 } from './keccak256.ts'

type Binding = Pick<typeof secp256k1, 'ecdsaRecover'>

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
    return Address.parse(`0x${bytesToHex(keccak256(publicKey.subarray(1)).subarray(12))}`)
  } catch {
    return undefined
  }
}
