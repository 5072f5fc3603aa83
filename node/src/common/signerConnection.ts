// The way to a remote signer: an authority of its own, a client certificate, and headers that may expire. The server and the
// command line share it.
import { rootCertificates } from 'node:tls'
import type { SignerFiles } from './config.ts'
import { fetchOver } from './fetchOver.ts'
import { openHeaders } from './headers.ts'
import type { Logger } from './logger.ts'

/** A list of some thousand keys. */
const ANSWER_MAXIMUM = 1_048_576

export type SignerConnection = {
  headers: () => Readonly<Record<string, string>>
  fetch: typeof globalThis.fetch
}

/** `createRemoteSigner({ url, chainId, ...openSignerConnection('NODE_SIGNER_HEADERS_FILE', files) })` */
export function openSignerConnection(
  variable: string,
  { headersFile, ca, client }: SignerFiles,
  log?: Pick<Logger, 'info' | 'error'>,
): SignerConnection {
  const connection = {
    agent: false,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
    ...(client === undefined ? {} : { cert: client, key: client }),
  } as const
  const hasOwn = ca !== undefined || client !== undefined
  return {
    headers: openHeaders(variable, headersFile, log),
    fetch: hasOwn
      ? (input, init) =>
          fetchOver(
            { ...connection, ...(init?.signal ? { signal: init.signal } : {}) },
            new URL(input instanceof Request ? input.url : input),
            init ?? {},
            { name: 'The remote signer', maximum: ANSWER_MAXIMUM },
          )
      : globalThis.fetch,
  }
}
