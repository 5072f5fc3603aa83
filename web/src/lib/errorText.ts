import { ApiError, ConnexError } from '@connex/sdk'
import { ChunkError } from './importWithRetry.ts'
import { t } from '../messages/t.ts'

/** A failure as a user reads it: what happened, whether anything was changed, what to do, which code to report. */
export type ErrorText = { title: string; consequence: string; advice: string; code: string | undefined }

/** The text of a failed query; `title` says what could not be read. */
export const readFailureText = (error: unknown, title: string): ErrorText => ({
  title,
  consequence: t('Failure.consequence'),
  advice: causeOf(error),
  code: codeOf(error),
})

/** The error's own sentence; never a stack or raw bytes. */
export function causeOf(error: unknown): string {
  if (error instanceof ConnexError) return error.message
  return t(error instanceof ChunkError ? 'Failure.not_loaded' : 'Failure.unforeseen')
}

/** The code that a user reports. */
export function codeOf(error: unknown): string | undefined {
  if (error instanceof ApiError) return `${error.status} ${error.code}`
  if (error instanceof ConnexError) return error.code
  return error instanceof Error ? error.name : undefined
}

/** A server's sentence may lack its full stop. `withFullStop('Too late')` → 'Too late.' */
export const withFullStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`)
