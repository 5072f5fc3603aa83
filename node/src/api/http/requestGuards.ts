// Refuses requests before anything reads them: too many from one source, ambiguous ones, and bodies that arrive too slowly.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, invalid } from '../../common/errors.ts'
import type { ApiContext } from '../call/context.ts'
import type { answerClientError } from './problems.ts'

/** Of a request target, in bytes. */
export const MAXIMUM_LENGTH = 8192

/** Printable ASCII in origin form. */
const WELL_FORMED = /^\/[\x21-\x7e]*$/

/** Says only that the process answers, for a supervisor that restarts it otherwise. */
export const LIVENESS_PATH = '/health/live'

/** Says that the process takes requests, for a proxy that reads from the index also while the ledger is away. */
export const SERVING_PATH = '/health/serving'

const UNLIMITED_PATHS: readonly unknown[] = [LIVENESS_PATH, SERVING_PATH]

/** One source cannot take the whole server. A crowd at one address must neither restart it nor take it out of service. */
export const limitRequests = ({ requests, metrics }: Pick<ApiContext, 'requests' | 'metrics'>) =>
  async function limited(request: FastifyRequest): Promise<void> {
    if (UNLIMITED_PATHS.includes(request.routeOptions.url)) return
    const seconds = requests?.count(request.ip)
    if (seconds === undefined) return
    metrics.limited()
    throw new ApiError('tooManyRequests', {}, { headers: { 'retry-after': String(seconds) } })
  }

/** The signature covers the raw target, so one that a proxy and this server could read differently is refused. */
export async function refuseOddTargets(request: FastifyRequest): Promise<void> {
  if (isOddTarget(request.raw.url ?? '')) throw invalid('', 'the request target must be in its plain form')
  // A line break in a target makes its first part a request of HTTP 0.9.
  if (!['1.0', '1.1'].includes(request.raw.httpVersion))
    throw invalid('', 'this version of HTTP is not supported')
  const { headers, rawHeaders } = request.raw
  // A proxy could use one of them, and the log show the other.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1) throw invalid('host', 'appears twice')
  if (hosts === 0 && request.raw.httpVersion === '1.1') throw invalid('host', 'missing')
  if (!isUtf8(headers['content-type'])) throw invalid('content-type', 'the charset must be UTF-8')
  // A body has one length and one form; chunk extensions and trailers have no place to hide.
  if (headers['transfer-encoding'] !== undefined)
    throw invalid('transfer-encoding', 'send a content-length instead')
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new ApiError('unsupportedMediaType', { detail: 'Send the body without content-encoding.' })
  const length = Number(headers['content-length'] ?? '0')
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) && length > 0)
    throw invalid('content-length', 'a read must not have a body')
}

/** Whether two readers could understand a request target differently. `isOddTarget('/api/v6/../x')` → true */
export function isOddTarget(target: string): boolean {
  if (target.length > MAXIMUM_LENGTH || !WELL_FORMED.test(target)) return true
  if (/[\\#]/.test(target) || /%00/.test(target) || /%(?![0-9a-f]{2})/i.test(target)) return true
  const [path = ''] = target.split('?', 1)
  // `%2e`, `%2f` and `%5c` hide dot segments and slashes; some proxies collapse `//`, others do not.
  if (path.includes('//') || /%(2e|2f|5c|0a|0d)/i.test(path)) return true
  return path.split('/').some((segment) => segment === '.' || segment === '..')
}

/** False for a charset other than UTF-8. `isUtf8('application/json; charset=utf-16')` → false */
const isUtf8 = (contentType = ''): boolean =>
  [...contentType.matchAll(/;\s*charset\s*=\s*"?([^\s";]*)/gi)].every(([, name]) =>
    /^utf-?8$/i.test(name ?? ''),
  )

/** `wholeMs`: for all of a body; `idleMs`: an upload may not stall for longer. */
export type BodyTimes = { wholeMs: number; idleMs: number }

/**
 * Answers a slower body with 408 and ends its connection. Node's own limit is one for all requests, and long enough for an upload.
 * `app.addHook('onRequest', timeBodies({ wholeMs: 15_000, idleMs: 15_000 }, answerError))`
 */
export function timeBodies(
  { wholeMs, idleMs }: BodyTimes,
  answerError: ReturnType<typeof answerClientError>,
) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { raw } = request
    if (!hasBody(request)) return done()
    const { socket } = raw
    const isUpload = request.routeOptions.config.call === 'uploadDocument'
    let bytesRead = socket.bytesRead
    const timer = setTimeout(check, isUpload ? idleMs : wholeMs)

    function check(): void {
      if (raw.complete) return
      const hasMoved = socket.bytesRead > bytesRead
      bytesRead = socket.bytesRead
      // A refused upload gets no extra time for bytes that nobody reads.
      if (isUpload && hasMoved && !reply.sent) timer.refresh()
      else answerError(Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    }

    const stop = () => clearTimeout(timer)
    socket.once('close', stop)
    // A connection carries many requests: their listeners must not pile up.
    raw.once('close', () => {
      if (!raw.complete) return
      stop()
      socket.off('close', stop)
    })
    done()
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
