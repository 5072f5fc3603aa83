// Structured logs: one JSON object a line. Signatures, tokens, bodies and query strings never get in: what is logged of a
// request is its method, its path and who asked.
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { DestinationStream } from 'pino'
import type { LogLevel } from './config.ts'

export type Logger = FastifyBaseLogger

/** Of what cannot be written so much waits; what comes then is lost. */
const WAITING_BYTES = 1_048_576

/** `createLogger('info')` writes to standard output. */
export const createLogger = (level: LogLevel): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: ['*.authorization', '*.token', '*.signature', '*.nodeKey', '*.details', '*.rawTransaction'],
        remove: true,
      },
    },
    openOutput(),
  )

/** A full disk behind the log holds nobody up: neither requests, nor the end, which else waits for the last line. */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: WAITING_BYTES })
  const flushSync = output.flushSync.bind(output)
  output.on('error', () => {
    output.flushSync = () => undefined
  })
  output.on('write', () => {
    output.flushSync = flushSync
  })
  return output
}
