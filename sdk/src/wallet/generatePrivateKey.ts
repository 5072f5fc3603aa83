import { secp256k1 } from '@noble/curves/secp256k1.js'

/**
 * A random private key, 32 bytes.
 *
 * @example
 * const file = await createWalletFile(generatePrivateKey(), password)
 */
export const generatePrivateKey = (): Uint8Array => secp256k1.utils.randomSecretKey()
