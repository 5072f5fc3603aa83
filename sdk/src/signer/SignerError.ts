import { CLIENT_ERRORS, ConnexError } from '../errors.ts'

/** Why a signer refuses, with the sentence that a user may read (spec §8). */
export const SIGNER_ERRORS = {
  walletNotInitialized: CLIENT_ERRORS.walletNotInitialized,
  busy: 'The wallet is being unlocked already.',
  malformed: 'This is nothing that the wallet signs.',
  foreignChain: 'This is for another chain than the wallet was unlocked for.',
  foreignContract: 'This is for a contract that the wallet does not know.',
  contractsAlreadySet: 'The list of contracts is already set.',
  workerFailed: 'The wallet stopped working. Unlock it again.',
  unlockTimeout: 'Unlocking took too long.',
} as const

export type SignerErrorCode = keyof typeof SIGNER_ERRORS

/**
 * What a signer throws.
 *
 * @example
 * if (error instanceof SignerError && error.code === 'walletNotInitialized') goToLogin()
 */
export class SignerError extends ConnexError {
  override readonly name = 'SignerError'
  declare readonly code: SignerErrorCode

  constructor(code: SignerErrorCode, detail?: string, cause?: unknown) {
    super(code, SIGNER_ERRORS[code], detail, cause)
  }
}
