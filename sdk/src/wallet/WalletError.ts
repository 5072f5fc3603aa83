import { ConnexError } from '../errors.ts'

/** Every way in which a wallet file can fail, with the sentence that a user may read (spec §5, §8). */
export const WALLET_ERRORS = {
  invalidWallet: 'invalid JSON wallet',
  tooLarge: 'invalid JSON wallet',
  tooCostly: 'invalid JSON wallet',
  unsupportedCipher: 'unsupported cipher',
  noVersion: 'No Version found',
  incorrectPassword: 'incorrect password',
  addressChecksum: 'wrong address checksum',
  addressMismatch: 'address/privateKey mismatch',
  unlockFailed: 'Error unlocking wallet',
  outOfMemory: 'not enough memory to open this wallet',
  noMnemonic: 'this wallet holds no mnemonic',
  invalidMnemonic: 'invalid mnemonic',
  invalidSeed: 'a seed must be 16 to 64 bytes long',
  invalidPath: 'invalid derivation path',
  invalidPrivateKey: 'invalid private key',
  invalidPassword: 'invalid password',
  invalidCost: 'invalid scrypt cost',
} as const

export type WalletErrorCode = keyof typeof WALLET_ERRORS

/**
 * Thrown by the wallet functions. `message` is the specification's sentence, `detail` the exact fault.
 *
 * @example
 * if (error instanceof WalletError && error.code === 'incorrectPassword') askAgain()
 */
export class WalletError extends ConnexError {
  override readonly name = 'WalletError'
  declare readonly code: WalletErrorCode

  constructor(code: WalletErrorCode, detail?: string, cause?: unknown) {
    super(code, WALLET_ERRORS[code], detail, cause)
  }
}

/** A file that is not a wallet, and why. */
export const invalid = (details: string): WalletError => new WalletError('invalidWallet', details)
