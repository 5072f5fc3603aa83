import { cbc } from '@noble/ciphers/aes.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { addressOfPrivateKey } from './addressOfPrivateKey.ts'
import { derivePbkdf2 } from './derivePbkdf2.ts'
import type { OpenedWallet } from './openVersion3.ts'
import type { DerivationHooks } from './UnlockProgress.ts'
import type { PresaleWallet } from './WalletFile.ts'

/**
 * Opens a presale file with one form of a password. The file has no MAC: a wrong password shows in the padding, or
 * in a seed that is not the hex text which the presale wrote. A good seed under another address is not a wrong
 * password; the caller compares the addresses.
 */
export async function openPresale(
  wallet: PresaleWallet,
  password: Uint8Array,
  hooks: DerivationHooks,
): Promise<OpenedWallet | undefined> {
  const { c, prf } = wallet.kdf
  const key = await derivePbkdf2({ password, salt: password, prf, c, length: 16 }, hooks)
  const seed = decrypt(key, hexToBytes(wallet.encseed))
  key.fill(0)
  if (seed === undefined) return undefined
  const privateKey = keccak_256(seed)
  const isRight = isHexText(seed) || addressOfPrivateKey(privateKey) === wallet.address
  seed.fill(0)
  return isRight ? { privateKey, entropy: undefined } : undefined
}

function decrypt(key: Uint8Array, encseed: Uint8Array): Uint8Array | undefined {
  try {
    return cbc(key, encseed.subarray(0, 16)).decrypt(encseed.subarray(16))
  } catch {
    return undefined
  }
}

const isHexText = (bytes: Uint8Array): boolean => /^(?:[0-9a-f]{2})+$/i.test(String.fromCharCode(...bytes))
