import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { signDigest } from './signDigest.ts'
import type { Hex } from './Signer.ts'

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
