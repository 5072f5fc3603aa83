// Every error leaves as an RFC 9457 problem document out of the catalogue, fastify's own among them.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { api, API_ERRORS, declaredErrors, wireName } from '@connex/protocol'
import type { ApiErrorCode, Problem } from '@connex/protocol'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, invalid } from '../../common/errors.ts'
import { DatabaseBusy } from '../../storage/engine/database.ts'
import { UnknownMoment } from '../../storage/lists/asOf.ts'
import { UnknownCondition } from '../../storage/lists/conditions.ts'
import { UnknownSort } from '../../storage/lists/page.ts'

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

// What never became a request: broken HTTP, headers that are too long, a body that does not come.

const BY_CODE: Readonly<Record<string, ApiErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'badRequest',
}

/** `headers` go with every such answer. */
export const answerClientError = (headers: Readonly<Record<string, string>>) =>
  function answer(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const document = problemOf(BY_CODE[error.code ?? ''] ?? 'badRequest')
    const body = JSON.stringify(document)
    socket.end(
      [
        `HTTP/1.1 ${document.status} ${STATUS_CODES[document.status] ?? ''}`,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
        'Content-Type: application/problem+json',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }

// In tests every refusal is checked as every answer is: a call answers no error that the endpoint table does not declare for it.

/** Turns an undeclared refusal into a 500 that names it, which no test expects. */
export async function checkRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const { call } = request.routeOptions.config
  if (call === undefined || reply.statusCode < 400 || typeof payload !== 'string') return payload
  const { code } = JSON.parse(payload) as Problem
  if (declaredErrors(call, api[call]).includes(code as ApiErrorCode)) return payload
  const detail = `${call} answered ${code}, which the table does not declare for it.`
  reply.code(API_ERRORS.unforeseen.status)
  return JSON.stringify(problemOf('unforeseen', { detail }))
}
