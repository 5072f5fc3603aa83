import { isJsonObject } from '../wallet/fields.ts'
import { WALLET_ERRORS, WalletError, type WalletErrorCode } from '../wallet/WalletError.ts'
import { SIGNER_ERRORS, SignerError, type SignerErrorCode } from './SignerError.ts'
import type { SignerFailure } from './signerMessages.ts'

/** An error, made ready to cross a port. Whatever is not ours becomes 'workerFailed', and keeps its message. */
export function toFailure(error: unknown): SignerFailure {
  if (error instanceof WalletError || error instanceof SignerError) {
    const { name, code, detail, cause } = error
    const isOurs = cause instanceof WalletError || cause instanceof SignerError
    return { name, code, detail, cause: isOurs ? toFailure(cause) : undefined }
  }
  return { name: 'SignerError', code: 'workerFailed', detail: String(error), cause: undefined }
}

/** The error again, on the other side. */
export function fromFailure(failure: unknown): WalletError | SignerError {
  if (!isJsonObject(failure)) return new SignerError('workerFailed')
  const { name, code, cause } = failure
  const detail = typeof failure['detail'] === 'string' ? failure['detail'] : undefined
  const inner = cause === undefined ? undefined : fromFailure(cause)
  if (name === 'WalletError' && isWalletCode(code)) return new WalletError(code, detail, inner)
  if (name === 'SignerError' && isSignerCode(code)) return new SignerError(code, detail, inner)
  return new SignerError('workerFailed', detail)
}

const isWalletCode = (code: unknown): code is WalletErrorCode =>
  typeof code === 'string' && Object.hasOwn(WALLET_ERRORS, code)

const isSignerCode = (code: unknown): code is SignerErrorCode =>
  typeof code === 'string' && Object.hasOwn(SIGNER_ERRORS, code)
