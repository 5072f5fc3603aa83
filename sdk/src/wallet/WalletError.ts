/** Every way in which a wallet file can fail, with the sentence that a user may read (spec §5, §8). */
export const WALLET_ERRORS = {
  invalidWallet: 'invalid JSON wallet',
  tooLarge: 'invalid JSON wallet',
  tooCostly: 'invalid JSON wallet',
  unsupportedCipher: 'unsupported cipher',
  noVersion: 'No Version found',
  incorrectPassword: 'incorrect password',
  addressMismatch: 'address/privateKey mismatch',
  unlockFailed: 'Error unlocking wallet',
  outOfMemory: 'not enough memory to open this wallet',
  noMnemonic: 'this wallet holds no mnemonic',
  invalidMnemonic: 'invalid mnemonic',
  invalidSeed: 'a seed is 16 to 64 bytes long',
  invalidPath: 'invalid derivation path',
  invalidPrivateKey: 'invalid private key',
  invalidPassword: 'invalid password',
  invalidCost: 'invalid scrypt cost',
} as const

export type WalletErrorCode = keyof typeof WALLET_ERRORS

/**
 * What the wallet functions throw. `message` is the specification's sentence, `details` says what exactly is wrong.
 *
 * @example
 * if (error instanceof WalletError && error.code === 'incorrectPassword') askAgain()
 */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: WalletErrorCode
  readonly shortMessage: string
  readonly details: string | undefined

  constructor(code: WalletErrorCode, details?: string, cause?: unknown) {
    super(WALLET_ERRORS[code], cause === undefined ? {} : { cause })
    this.code = code
    this.shortMessage = WALLET_ERRORS[code]
    this.details = details
  }
}
