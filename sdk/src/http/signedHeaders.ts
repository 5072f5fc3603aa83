import { freshNonce, HEADERS } from '@connex/protocol'
import type { ApiVersion } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'

export type Unsigned = {
  version: ApiVersion
  method: string
  /** As the request will carry it. */
  url: URL
  /** Of the raw body. */
  bodySha256: string
  contentType: string | undefined
}

/** The headers that make a request the wallet's own: each call has a time and a nonce of its own. */
export async function signedHeaders(client: Client, request: Unsigned): Promise<Record<string, string>> {
  const { signer, connection } = client
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  if (connection.chainId === undefined) throw new ClientError('chainUnknown')
  const fields = {
    version: request.version,
    chainId: connection.chainId,
    serverId: client.serverId,
    method: request.method,
    target: request.url.pathname + request.url.search,
    timestamp: Date.now() + connection.clockSkew,
    nonce: freshNonce(),
    bodySha256: request.bodySha256,
    contentType: request.contentType,
  }
  return {
    [HEADERS.user]: signer.address,
    [HEADERS.timestamp]: String(fields.timestamp),
    [HEADERS.nonce]: fields.nonce,
    [HEADERS.bodySha256]: fields.bodySha256,
    [HEADERS.signature]: await signer.signRequest(fields),
  }
}
