// A signed request of which a test can get any one field wrong.
import { HEADERS, bodyHash, canonicalRequestText, freshNonce } from '@connex/protocol'
import type { SignedFields } from '@connex/protocol'
import { rawRequest } from './rawRequest.ts'
import type { RawAnswer, RawRequest } from './rawRequest.ts'
import type { TestUser } from './newUser.ts'

export type SignedRequest = {
  method?: string
  target: string
  body?: unknown
  /** In place of a JSON body. */
  bytes?: { data: Uint8Array; contentType: string }
  /** What is signed in place of the right thing. */
  signed?: Partial<SignedFields>
}

/** The request, signed by the user for this server. */
export async function signRequest(
  baseUrl: string,
  user: TestUser,
  options: SignedRequest,
): Promise<RawRequest> {
  const { method = 'GET', target } = options
  const json = options.body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(options.body))
  const body = options.bytes?.data ?? json
  const contentType = options.bytes?.contentType ?? (json === undefined ? undefined : 'application/json')
  const fields: SignedFields = {
    version: target.startsWith('/api/v5') ? 5 : 6,
    chainId: 31337,
    serverId: new URL(baseUrl).origin,
    method,
    target,
    timestamp: Date.now(),
    nonce: freshNonce(),
    bodySha256: bodyHash(body ?? new Uint8Array()),
    contentType,
    ...options.signed,
  }
  const signature = await user.account.signMessage({ message: canonicalRequestText(fields) })
  return {
    method,
    target,
    headers: {
      [HEADERS.user]: user.address,
      [HEADERS.timestamp]: String(fields.timestamp),
      [HEADERS.nonce]: fields.nonce,
      [HEADERS.bodySha256]: fields.bodySha256,
      [HEADERS.signature]: signature,
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { body }),
  }
}

export const sendSigned = async (
  baseUrl: string,
  user: TestUser,
  options: SignedRequest,
): Promise<RawAnswer> => rawRequest(baseUrl, await signRequest(baseUrl, user, options))
