import type { Address } from '@connex/protocol'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { WalletError } from './WalletError.ts'

/**
 * A random private key, 32 bytes.
 *
 * @example
 * const file = await createWalletFile(generatePrivateKey(), password)
 */
export const generatePrivateKey = (): Uint8Array => secp256k1.utils.randomSecretKey()

/**
 * The address of a private key, 1 ≤ key < n, 32 bytes; throws a WalletError for any other.
 *
 * @example
 * addressOfPrivateKey(privateKey) // '0x5b38…', lower case
 */
export function addressOfPrivateKey(privateKey: Uint8Array): Address {
  if (!secp256k1.utils.isValidSecretKey(privateKey)) {
    throw new WalletError(
      'invalidPrivateKey',
      'A private key must have 32 bytes, be above 0 and below the order of the curve.',
    )
  }
  return addressOfPublicKey(secp256k1.getPublicKey(privateKey, false))
}

/** The address of a public key in its uncompressed form, 65 bytes. */
export const addressOfPublicKey = (publicKey: Uint8Array): Address =>
  `0x${bytesToHex(keccak_256(publicKey.subarray(1)).subarray(12))}` as Address
