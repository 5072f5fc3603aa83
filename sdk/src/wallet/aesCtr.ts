import { ctr } from '@noble/ciphers/aes.js'

/**
 * AES in counter mode, which encrypts and decrypts alike. Keys of 16, 24 or 32 bytes; any other throws.
 *
 * @example
 * aesCtr(derivedKey.subarray(0, 16), iv, ciphertext)
 */
export function aesCtr(key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array {
  return ctr(key, iv).encrypt(data)
}
