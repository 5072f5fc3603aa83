// The signature covers the target's raw bytes. A target that a proxy and this server could read in two ways is refused
// before anything looks at it.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, invalid } from '../../common/errors.ts'
import type { ApiContext } from '../call/context.ts'
import type { answerClientError } from './problems.ts'

/** Of a request target, in bytes. */
export const MAXIMUM_LENGTH = 8192

/** Printable ASCII in origin form. */
const WELL_FORMED = /^\/[\x21-\x7e]*$/

/** Whether a request target reads the same to everybody. `isOddTarget('/api/v6/../x')` → true */
export function isOddTarget(target: string): boolean {
  if (target.length > MAXIMUM_LENGTH || !WELL_FORMED.test(target)) return true
  if (/[\\#]/.test(target) || /%00/.test(target) || /%(?![0-9a-f]{2})/i.test(target)) return true
  const [path = ''] = target.split('?', 1)
  // `%2e`, `%2f` and `%5c` hide dot segments and slashes; `//` is collapsed by some and kept by others.
  if (path.includes('//') || /%(2e|2f|5c|0a|0d)/i.test(path)) return true
  return path.split('/').some((segment) => segment === '.' || segment === '..')
}

/** Whether a body's text may be in UTF-8: nothing else is read. `isUtf8('application/json; charset=utf-16')` → false */
const isUtf8 = (contentType = ''): boolean =>
  [...contentType.matchAll(/;\s*charset\s*=\s*"?([^\s";]*)/gi)].every(([, name]) =>
    /^utf-?8$/i.test(name ?? ''),
  )

export async function refuseOddTargets(request: FastifyRequest): Promise<void> {
  if (isOddTarget(request.raw.url ?? '')) throw invalid('', 'the request target is not in its plain form')
  // A line break in a target makes its first part a request of HTTP 0.9.
  if (!['1.0', '1.1'].includes(request.raw.httpVersion))
    throw invalid('', 'this version of HTTP is not spoken')
  const { headers, rawHeaders } = request.raw
  // A proxy may go by the one, and whoever reads the log by the other.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1) throw invalid('host', 'given twice')
  if (hosts === 0 && request.raw.httpVersion === '1.1') throw invalid('host', 'missing')
  if (!isUtf8(headers['content-type'])) throw invalid('content-type', 'a body is sent in UTF-8')
  // Without these a body has one length and one form; chunk extensions and trailers have no place to hide.
  if (headers['transfer-encoding'] !== undefined)
    throw invalid('transfer-encoding', 'a body carries its content-length')
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity')
    throw new ApiError('unsupportedMediaType', { detail: 'A body is sent without content-encoding.' })
  const length = Number(headers['content-length'] ?? '0')
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) && length > 0)
    throw invalid('content-length', 'a read has no body')
}

// One source cannot have the server for itself: over its requests of a minute it is told to wait.

export const limitRequests = ({ requests, metrics }: Pick<ApiContext, 'requests' | 'metrics'>) =>
  async function limited(request: FastifyRequest): Promise<void> {
    const seconds = requests?.count(request.ip)
    if (seconds === undefined) return
    metrics.limited()
    throw new ApiError('tooManyRequests', {}, { headers: { 'retry-after': String(seconds) } })
  }

// How long a body may take. The server's own limit is one for all requests, and generous enough for an upload on a slow line.

/** `wholeMs`: for all of a body; `idleMs`: in which at least something of an upload must come. */
export type BodyTimes = { wholeMs: number; idleMs: number }

/**
 * `app.addHook('onRequest', timeBodies({ wholeMs: 15_000, idleMs: 15_000 }, answerError))` What takes longer is answered 408, and its
 * connection ends.
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
      // Who was refused has no more time than others to send what nobody reads.
      if (isUpload && hasMoved && !reply.sent) timer.refresh()
      else answerError(Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
    }

    const forget = () => clearTimeout(timer)
    socket.once('close', forget)
    // A connection carries many requests, and must not remember each of them.
    raw.once('close', () => {
      if (!raw.complete) return
      forget()
      socket.off('close', forget)
    })
    done()
  }
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
