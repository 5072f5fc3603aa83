import { secp256k1 } from '@noble/curves/secp256k1.js'

export type DigestSignature = { readonly r: Uint8Array; readonly s: Uint8Array; readonly yParity: 0 | 1 }

/** ECDSA over secp256k1 with a deterministic nonce (RFC 6979) and low s. Inside the signer only. */
export function signDigest(digest: Uint8Array, privateKey: Uint8Array): DigestSignature {
  const signature = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: 'recovered' })
  return { r: signature.slice(1, 33), s: signature.slice(33, 65), yParity: signature[0] === 1 ? 1 : 0 }
}
