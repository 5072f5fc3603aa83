// How long a body may take. The server's own limit is one for all requests, and generous enough for an upload on a slow line.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { answerClientError } from './answerClientError.ts'

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
