import { equalBytes } from '@noble/ciphers/utils.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { aesCtr } from './aesCtr.ts'
import { derivePbkdf2 } from './derivePbkdf2.ts'
import { deriveScrypt } from './deriveScrypt.ts'
import type { DerivationHooks } from './UnlockProgress.ts'
import type { Version3Wallet } from './WalletFile.ts'

export type OpenedWallet = { privateKey: Uint8Array; entropy: Uint8Array | undefined }

/** Opens a version 3 file with one form of a password; undefined where the MAC says that it is another. */
export async function openVersion3(
  wallet: Version3Wallet,
  password: Uint8Array,
  hooks: DerivationHooks,
): Promise<OpenedWallet | undefined> {
  const derived = await derive(wallet, password, hooks)
  try {
    const ciphertext = hexToBytes(wallet.ciphertext)
    const mac = keccak_256(concatBytes(derived.subarray(16, 32), ciphertext))
    // Compared in constant time, and before anything is decrypted.
    if (!equalBytes(mac, hexToBytes(wallet.mac))) return undefined
    return {
      privateKey: aesCtr(derived.subarray(0, 16), hexToBytes(wallet.iv), ciphertext),
      entropy: wallet.mnemonic && decryptEntropy(wallet.mnemonic, derived.subarray(32, 64)),
    }
  } finally {
    derived.fill(0)
  }
}

const decryptEntropy = (mnemonic: { counter: string; ciphertext: string }, key: Uint8Array): Uint8Array =>
  aesCtr(key, hexToBytes(mnemonic.counter), hexToBytes(mnemonic.ciphertext))

function derive(
  { kdf, mnemonic }: Version3Wallet,
  password: Uint8Array,
  hooks: DerivationHooks,
): Promise<Uint8Array> {
  const salt = hexToBytes(kdf.salt)
  // A mnemonic is encrypted under the 32 bytes that follow the derived key proper.
  const length = mnemonic === undefined ? kdf.dklen : 2 * kdf.dklen
  return kdf.name === 'scrypt'
    ? deriveScrypt({ ...kdf, salt, password, length }, hooks)
    : derivePbkdf2({ ...kdf, salt, password, length }, hooks)
}
