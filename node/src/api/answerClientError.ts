// What never became a request: broken HTTP, headers that are too long, a body that does not come.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ApiErrorCode } from '@connex/protocol'
import { problemOf } from './answerProblem.ts'

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
