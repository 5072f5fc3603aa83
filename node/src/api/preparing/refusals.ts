// Refusals of the SDK as this API answers them: the same sentence, with its code as `reason`.
import { API_ERRORS } from '@connex/protocol'
import type { ApiErrorCode, Problem } from '@connex/protocol'
import { ApiError as AnsweredError, ClientError, ConnexError, LedgerError } from '@connex/sdk/preparing'
import { ApiError } from '../../common/errors.ts'

/** `refusing(() => prepare())`: what the SDK refuses, this API refuses. */
export async function refusing<Prepared>(prepare: () => Promise<Prepared>): Promise<Prepared> {
  try {
    return await prepare()
  } catch (error) {
    throw asRefusal(error)
  }
}

/** The refusal, or the error as it is if it is none. `throw asRefusal(error)` */
function asRefusal(error: unknown): unknown {
  if (error instanceof LedgerError)
    return new ApiError(
      'contractRefused',
      {
        detail: `Nothing was prepared: the ledger would refuse this. ${error.message}`,
        reason: error.code,
        ...(error.revertData === undefined ? {} : { revertData: error.revertData }),
      },
      { cause: error },
    )
  if (error instanceof AnsweredError) return ofOwnAnswer(error)
  // A handler of this server has failed: its own error says more.
  if (error instanceof ClientError && error.code === 'unreachable' && error.cause !== undefined)
    return error.cause
  return error instanceof ConnexError
    ? new ApiError(
        'actionRefused',
        { detail: error.message, reason: error.code, ...fieldOf(error) },
        { cause: error },
      )
    : error
}

/** The field of `confirm/prepare` that is missing. */
const fieldOf = ({ code, detail }: ConnexError): Pick<Problem, 'errors'> =>
  code === 'accountMissing'
    ? {
        errors: [
          { path: `accounts.${detail}`, message: 'missing: GET /registry-manager/accounts lists yours' },
        ],
      }
    : {}

function ofOwnAnswer(error: AnsweredError): unknown {
  const { problem } = error
  if (problem?.code === undefined || !Object.hasOwn(API_ERRORS, problem.code)) return error
  const { title: _title, status: _status, code, ...extra }: Problem = problem
  return new ApiError(code as ApiErrorCode, extra, { cause: error })
}
