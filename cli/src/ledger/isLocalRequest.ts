import type { IncomingMessage } from 'node:http'

/**
 * Whether a request comes from a program on this machine. A web page may reach a loopback port too; it tells
 * itself by its Origin header, or, after rebinding a name of its own, by the Host header.
 */
export function isLocalRequest({ headers }: IncomingMessage): boolean {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  return headers.origin === undefined && ['127.0.0.1', 'localhost', '[::1]'].includes(host)
}
