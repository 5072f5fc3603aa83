// Every error leaves as an RFC 9457 problem document out of the catalogue, fastify's own among them.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { API_ERRORS, wireName } from '@connex/protocol'
import type { ApiErrorCode, Problem } from '@connex/protocol'
import { DatabaseBusy } from '../storage/engine/database.ts'
import { UnknownMoment } from '../storage/lists/asOf.ts'
import { UnknownCondition } from '../storage/lists/conditions.ts'
import { UnknownSort } from '../storage/lists/page.ts'
import { ApiError, invalid } from '../errors.ts'

/** What fastify and its file server raise, by status. */
const BY_STATUS: Readonly<Record<number, ApiErrorCode>> = {
  // A path that the file server refuses, such as one longer than the file system allows: there is no such file.
  403: 'notFound',
  404: 'notFound',
  405: 'methodNotAllowed',
  408: 'requestTimeout',
  413: 'tooLarge',
  415: 'unsupportedMediaType',
  429: 'tooManyRequests',
}

/** `codeOf(416)` → 'badRequest' */
const codeOf = (status = 0): ApiErrorCode | undefined =>
  BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'badRequest' : undefined)

/** Whom the database has no time for comes back then. */
const BUSY_SECONDS = '5'

/** The document of a catalogue entry. `problemOf('notFound')` → { title: 'Not Found', status: 404, code: 'notFound' } */
export function problemOf(code: ApiErrorCode, extra: ApiError['extra'] = {}): Problem {
  const entry: { status: number; title: string; detail?: string } = API_ERRORS[code]
  return {
    title: entry.title,
    status: entry.status,
    ...(entry.detail === undefined ? {} : { detail: entry.detail }),
    code,
    ...extra,
  }
}

export function answerProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const problem = asApiError(error)
  if (problem.code === 'unforeseen') request.log.error({ err: problem.cause }, 'a fault of our own')
  else if (API_ERRORS[problem.code].status >= 500)
    request.log.warn({ err: problem.cause ?? error }, 'could not answer')
  const document = problemOf(problem.code, problem.extra)
  return reply
    .code(document.status)
    .headers(problem.headers)
    .type('application/problem+json')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(document)
}

/** What only a fault of our own raises: the language's errors, and statements that the database cannot make sense of. */
function isOwnFault(error: Error & { code?: unknown }): boolean {
  const isLanguages = [TypeError, RangeError, ReferenceError, SyntaxError].some(
    (kind) => error instanceof kind,
  )
  return isLanguages || /^(21|22|23|42)[0-9A-Z]{3}$/.test(String(error.code))
}

/** Of the rest nothing is known but that it did not answer, the database first of all. */
function asApiError(error: Error & { statusCode?: number }): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseBusy)
    return new ApiError('busy', {}, { cause: error, headers: { 'retry-after': BUSY_SECONDS } })
  if (error instanceof UnknownSort) return invalid('sort-by', 'unknown')
  if (error instanceof UnknownCondition) return invalid('where', error.message)
  if (error instanceof UnknownMoment) return invalid(wireName(error.field), error.message)
  const code = codeOf(error.statusCode)
  return code === undefined
    ? new ApiError(isOwnFault(error) ? 'unforeseen' : 'unavailable', {}, { cause: error })
    : new ApiError(code, {}, { cause: error })
}
