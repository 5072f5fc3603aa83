// Structured logs: one JSON object a line. Signatures, tokens, bodies and query strings never get in: what is logged of a
// request is its method, its path and who asked.
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { LogLevel } from './config.ts'

export type Logger = FastifyBaseLogger

/** `createLogger('info')` writes to standard output. */
export const createLogger = (level: LogLevel): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['*.authorization', '*.token', '*.signature', '*.nodeKey', '*.details', '*.rawTransaction'],
      remove: true,
    },
  })
