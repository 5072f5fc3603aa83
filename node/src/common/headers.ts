// The headers of a file that go with every request to the ledger or to a remote signer, such as a token that expires.
import { statSync } from 'node:fs'
import { readHeadersFile } from './configValues.ts'
import type { Logger } from './logger.ts'

/** How soon a change of the file is noticed. */
const LOOK_EVERY_MS = 1_000

/**
 * Reads the file again after it has changed. If it cannot be read then, the last headers stay, and the log says so.
 *
 * @example
 * const headers = openHeaders('LEDGER_RPC_HEADERS_FILE', '/etc/connex/ledger.headers', log)
 * headers() // { authorization: 'Bearer …' }
 */
export function openHeaders(
  variable: string,
  file: string | undefined,
  log?: Pick<Logger, 'info' | 'error'>,
): () => Readonly<Record<string, string>> {
  if (file === undefined) return () => ({})
  let headers = readHeadersFile(file)
  let stamp = stampOf(file)
  let lookedAt = Date.now()
  return () => {
    if (Date.now() - lookedAt < LOOK_EVERY_MS) return headers
    lookedAt = Date.now()
    const next = stampOf(file)
    if (next === stamp) return headers
    stamp = next
    try {
      headers = readHeadersFile(file)
      log?.info(`${variable} was read again`)
    } catch (error) {
      log?.error(`${variable}: ${(error as Error).message}; the last headers stay`)
    }
    return headers
  }
}

/** Changes with the file's content, its mode, and the file itself; empty where there is none. */
function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? '' : [stat.ino, stat.mtimeMs, stat.ctimeMs, stat.size].join()
}
