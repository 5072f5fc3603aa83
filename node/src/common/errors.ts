import { API_ERRORS } from '@connex/protocol'
import type { ApiErrorCode, Problem } from '@connex/protocol'

type Extra = Partial<Omit<Problem, 'title' | 'status' | 'code' | 'type'>>
type Options = { cause?: unknown; headers?: Readonly<Record<string, string>> }

/** A refusal from the catalogue. `throw new ApiError('locked', { lockExpiration })` */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ApiErrorCode
  readonly extra: Extra
  /** Headers of the answer. */
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ApiErrorCode, extra: Extra = {}, { cause, headers = {} }: Options = {}) {
    super(API_ERRORS[code].title, cause === undefined ? undefined : { cause })
    this.code = code
    this.extra = extra
    this.headers = headers
  }
}

/** A 400 about one field. `throw invalid('page', 'unknown')` */
export const invalid = (path: string, message: string): ApiError =>
  new ApiError('badRequest', { errors: [{ path, message }] })
