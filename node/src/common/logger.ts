// Structured logs, one JSON object a line. Of a request only its method, path and user are logged: never signatures, tokens,
// bodies or query strings.
import { pino } from 'pino'
import type { BaseLogger, Bindings, ChildLoggerOptions, DestinationStream } from 'pino'
import type { LogLevel } from './config.ts'

export type Logger = BaseLogger & {
  child: (bindings: Bindings, options?: ChildLoggerOptions) => Logger
}

/** Beyond this, lines that cannot be written are lost. */
const BUFFER_BYTES = 1_048_576

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

/** A full disk behind the log must not block requests, nor the end of the process, which otherwise waits for the last line. */
function openOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, maxLength: BUFFER_BYTES })
  const flushSync = output.flushSync.bind(output)
  output.on('error', () => {
    output.flushSync = () => undefined
  })
  output.on('write', () => {
    output.flushSync = flushSync
  })
  return output
}
