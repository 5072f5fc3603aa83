// Every error is answered with an RFC 9457 problem document from the catalogue: ours, Fastify's, and those of broken HTTP.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { api, API_ERRORS, declaredErrors, wireName } from '@connex/protocol'
import type { ApiErrorCode, Problem } from '@connex/protocol'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, invalid, problemOf } from '../../common/errors.ts'
import { DatabaseBusy, isWrongStatement } from '../../storage/engine/database.ts'
import { SchemaChanged } from '../../storage/engine/schemaLock.ts'
import { UnknownMoment } from '../../storage/lists/asOf.ts'
import { UnknownCondition } from '../../storage/lists/conditions.ts'
import { UnknownSort } from '../../storage/lists/page.ts'

/** For errors of Fastify and its file server. */
const BY_STATUS: Readonly<Record<number, ApiErrorCode>> = {
  // The file server refuses a path, such as one longer than the file system allows: there is no such file.
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

/** When to come back if the database is busy. */
const BUSY_SECONDS = '5'

export function answerProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const problem = asApiError(error)
  if (problem.code === 'unforeseen') request.log.error({ err: problem.cause }, 'internal error')
  else if (API_ERRORS[problem.code].status >= 500)
    request.log.warn({ err: problem.cause ?? error }, 'could not answer')
  request.problemCode = problem.code
  const document = problemOf(problem.code, { ...problem.extra, requestId: request.id })
  return reply
    .code(document.status)
    .headers(problem.headers)
    .type('application/problem+json')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(document)
}

/** Only our own faults raise the language's errors, and statements that the database cannot make sense of. */
function isOwnFault(error: Error): boolean {
  const isLanguages = [TypeError, RangeError, ReferenceError, SyntaxError].some(
    (kind) => error instanceof kind,
  )
  return isLanguages || isWrongStatement(error)
}

/** All else means that something did not answer, usually the database. */
function asApiError(error: Error & { statusCode?: number }): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseBusy)
    return new ApiError('busy', {}, { cause: error, headers: { 'retry-after': BUSY_SECONDS } })
  // In the middle of a request, which may have changed something: not 'upgrading'.
  if (error instanceof SchemaChanged) return new ApiError('unavailable', {}, { cause: error })
  if (error instanceof UnknownSort) return invalid('sort-by', error.message)
  if (error instanceof UnknownCondition) return invalid('where', error.message)
  if (error instanceof UnknownMoment) return invalid(wireName(error.field), error.message)
  const code = codeOf(error.statusCode)
  return code === undefined
    ? new ApiError(isOwnFault(error) ? 'unforeseen' : 'unavailable', {}, { cause: error })
    : new ApiError(code, {}, { cause: error })
}

/** For errors of Node's HTTP parser. */
const BY_CODE: Readonly<Record<string, ApiErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'badRequest',
}

/** Answers what never became a request: broken HTTP, headers too long, a body that does not arrive. All get `headers`. */
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

/** In tests, turns a refusal that the endpoint table does not declare into a 500 that names it. */
export async function checkRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const { call } = request.routeOptions.config
  if (call === undefined || reply.statusCode < 400 || typeof payload !== 'string') return payload
  const { code } = JSON.parse(payload) as Problem
  if (declaredErrors(call, api[call]).includes(code as ApiErrorCode)) return payload
  const detail = `${call} answered ${code}, which the endpoint table does not declare.`
  reply.code(API_ERRORS.unforeseen.status)
  return JSON.stringify(problemOf('unforeseen', { detail }))
}
