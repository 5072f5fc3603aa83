// Why a request is not authentic: a line in the log at level debug, and nothing in the answer, which would help whoever guesses.
import type { Address, ApiErrorCode } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'

/** The check that failed, with what leads to the cause: never a nonce, a signature or a token. */
export type FailedCheck =
  | { check: 'header'; header: string; fault: 'missing' | 'malformed' | 'repeated' | 'unexpected' }
  | { check: 'clock'; user: Address; secondsOff: number }
  /** Not signed by the user for one of these origins and this path. */
  | { check: 'signature'; user: Address; origins: string[]; path: string }
  | { check: 'user'; user: Address }
  | { check: 'body'; user: Address }
  | { check: 'nonce'; user: Address }
  /** Unknown ones may have expired, or logged out. */
  | { check: 'token'; fault: 'unknown' | 'revoked'; user?: Address }

type Extra = ConstructorParameters<typeof ApiError>[1]

/** `throw new NotAuthentic({ check: 'nonce', user }, 'replay')` */
export class NotAuthentic extends ApiError {
  readonly failed: FailedCheck

  constructor(failed: FailedCheck, code: ApiErrorCode = 'unauthenticated', extra: Extra = {}) {
    super(code, extra)
    this.failed = failed
  }
}
