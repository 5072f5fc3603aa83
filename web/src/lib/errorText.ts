import { ApiError, ConnexError } from '@connex/sdk'
import { t } from '../messages/t.ts'

/** A failure as a user reads it: what happened, whether anything was changed, what to do, what to quote. */
export type ErrorText = { title: string; consequence: string; advice: string; code: string | undefined }

/** A failed reading in words. `title` says what could not be read. */
export const readFailureText = (error: unknown, title: string): ErrorText => ({
  title,
  consequence: t('Failure.consequence'),
  advice: causeOf(error),
  code: codeOf(error),
})

/** What the error says of itself; never a stack or raw bytes. */
export const causeOf = (error: unknown): string =>
  error instanceof ConnexError ? error.message : t('Failure.unforeseen')

/** What a user quotes on the phone. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return `${error.status} ${error.code}`
  if (error instanceof ConnexError) return error.code
  return error instanceof Error ? error.name : undefined
}
