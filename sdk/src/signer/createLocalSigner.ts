import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { addressOfPrivateKey } from '../wallet/privateKey.ts'
import { WalletError } from '../wallet/WalletError.ts'
import { guardSigner } from './guardSigner.ts'
import type { Hex, Signer } from './Signer.ts'
import type { DigestSignature } from './signatures.ts'

/**
 * A signer that holds its key in this process: for programs under Node, and inside the browser's worker. The key is
 * copied; wipe your own.
 *
 * @example
 * const signer = createLocalSigner(await unlockWallet(file, password), { chainId: 31337 })
 * await signer.signTransaction({ chainId: 31337, nonce: 0, gas: 16_000_000n, gasPrice: 1n, to, value: 0n, data })
 */
export function createLocalSigner(privateKey: Uint8Array | Hex, options: { chainId: number }): Signer {
  const key = typeof privateKey === 'string' ? keyBytes(privateKey) : privateKey.slice()
  const address = addressOfPrivateKey(key)
  return guardSigner(
    { address, sign: (digest) => signDigest(digest, key), wipe: () => void key.fill(0) },
    options,
  )
}

/** ECDSA over secp256k1 with a deterministic nonce (RFC 6979) and low s. Inside the signer only. */
function signDigest(digest: Uint8Array, privateKey: Uint8Array): DigestSignature {
  const signature = secp256k1.sign(digest, privateKey, { prehash: false, lowS: true, format: 'recovered' })
  return { r: signature.slice(1, 33), s: signature.slice(33, 65), yParity: signature[0] === 1 ? 1 : 0 }
}

function keyBytes(privateKey: Hex): Uint8Array {
  if (!/^0x[0-9a-f]{64}$/i.test(privateKey)) throw new WalletError('invalidPrivateKey')
  return hexToBytes(privateKey.slice(2))
}
