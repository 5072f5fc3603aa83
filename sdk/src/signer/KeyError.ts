import { ConnexError } from '../errors.ts'

/** Why a key that lies elsewhere has not signed. Apart from CLIENT_ERRORS: no browser uses such a key, and none loads this. */
export const KEY_ERRORS = {
  signerUnreachable:
    'The remote signer cannot be reached: check its URL, and that it is running. Nothing was signed.',
  signerTimedOut: 'The remote signer did not answer in time. Nothing was signed: try again.',
  signerRefused: 'The remote signer refused: {detail}. Check its configuration and your access to it.',
  signerUnexpected:
    'The remote signer sent an unexpected answer: {detail}. Check that its URL is that of a Web3Signer in eth1 mode.',
  signerKeyMissing: 'The remote signer has no key for {detail}. Load the key, or specify another address.',
  signerKeyUnclear: 'The remote signer has several keys. Specify the address of one of them: {detail}.',
  signerWrongKey: 'This is not a signature of {detail}. Check which key the signer uses. Nothing was sent.',
  signerFailed: 'The key could not sign: {detail}. Nothing was signed.',
} as const

export type KeyErrorCode = keyof typeof KEY_ERRORS

/**
 * What a signer throws whose key lies elsewhere.
 *
 * @example
 * if (error instanceof KeyError && error.code === 'signerUnreachable') tryLater()
 */
export class KeyError extends ConnexError {
  override readonly name = 'KeyError'
  declare readonly code: KeyErrorCode

  constructor(code: KeyErrorCode, detail?: string, cause?: unknown) {
    super(code, KEY_ERRORS[code].replace('{detail}', detail ?? ''), detail, cause)
  }
}
