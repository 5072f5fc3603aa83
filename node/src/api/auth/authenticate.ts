// Who sent this request. The order is part of the protection: header shape, body size, timestamp, signature, known user, active
// and not locked; then, once the body is here, its hash; and only then the nonce, so nobody can use up someone else's.
// Signed headers win over a bearer token.
import { canonicalRequestText, HEADERS, TIMESTAMP_WINDOW_MS } from '@connex/protocol'
import type { Address, ApiVersion, Authentication } from '@connex/protocol'
import type { FastifyRequest } from 'fastify'
import type { Proof } from '../../common/access.ts'
import { ApiError } from '../../common/errors.ts'
import { recoverAddress } from '../../ledger/rawTransaction.ts'
import { DatabaseBusy } from '../../storage/engine/database.ts'
import type { Viewer } from '../../storage/queries/viewers.ts'
import type { ApiContext } from '../call/context.ts'
import { refuseInactive } from './authorize.ts'
import { authenticateBearer } from './bearerToken.ts'
import { NotAuthentic } from './failedCheck.ts'
import { messageDigest, readSignedHeaders, refuseRepeatedHeaders } from './signedHeaders.ts'
import type { SignedHeaders } from './signedHeaders.ts'

/** An authentic request; `signed` if its nonce has yet to be used up. */
export type Authenticated = {
  viewer: Viewer
  signed?: SignedHeaders
  proof?: Proof
  tokenHash?: string
  /** The body matches its signed hash, and the nonce is used up. */
  isWhole?: true
}

export type AuthenticateOptions = {
  version: ApiVersion
  authentication: Authentication
  bodyLimit: number
  /** whoami answers every authentic user with status and lock. */
  answersInactive: boolean
}

/** The part that needs no body. */
export async function authenticate(
  context: ApiContext,
  request: FastifyRequest,
  options: AuthenticateOptions,
): Promise<Authenticated> {
  refuseRepeatedHeaders(request.raw)
  const isSigned = request.headers[HEADERS.signature] !== undefined
  const mayBear = options.authentication === 'bearer' || options.authentication === 'signedOrBearer'
  // The OpenAPI document says so too.
  if (isSigned && options.authentication === 'bearer')
    throw new NotAuthentic(
      { check: 'header', header: HEADERS.signature, fault: 'unexpected' },
      'unauthenticated',
      { detail: 'This call takes the token of GET /platform/login, and no signature.' },
    )
  const authenticated =
    isSigned || !mayBear
      ? await authenticateSigned(context, request, options)
      : await authenticateBearer(context, request.headers.authorization)
  if (!options.answersInactive) refuseInactive(authenticated.viewer)
  return authenticated
}

async function authenticateSigned(
  context: ApiContext,
  request: FastifyRequest,
  { version, bodyLimit, authentication }: AuthenticateOptions,
): Promise<Authenticated> {
  const signed = readSignedHeaders(request.raw, version)
  if (Number(request.headers['content-length'] ?? '0') > bodyLimit) throw new ApiError('tooLarge')
  checkClock(signed)
  const text = signedText(context, request, signed, version)
  if (text === undefined) {
    const origins = [...context.serverIds]
    throw new NotAuthentic({
      check: 'signature',
      user: signed.user,
      origins,
      path: signedPath(context, request),
    })
  }
  const proof = { text, signature: String(request.headers[HEADERS.signature]) }
  if (authentication === 'wallet') return { viewer: { kind: 'wallet', address: signed.user }, signed, proof }
  const viewer = await context.findViewer(signed.user)
  // The signature is genuine: only the wallet's owner reads that nobody knows it.
  if (viewer === undefined) {
    const { user } = signed
    throw new NotAuthentic({ check: 'user', user }, 'unauthenticated', { detail: unknownWallet(user) })
  }
  return { viewer, signed, proof }
}

function checkClock({ user, timestamp }: SignedHeaders): void {
  const now = Date.now()
  if (Math.abs(now - timestamp) <= TIMESTAMP_WINDOW_MS) return
  const secondsOff = Math.round((timestamp - now) / 1000)
  throw new NotAuthentic({ check: 'clock', user, secondsOff }, 'stale', { serverTime: now })
}

/** Without the query: searches are private. */
const signedPath = ({ config }: ApiContext, request: FastifyRequest): string =>
  config.publicBasePath + ((request.raw.url ?? '').split('?', 1)[0] ?? '')

const unknownWallet = (address: Address): string => `No user of this server has the wallet ${address}.`

/** The text that the claimed user signed: this request, for this server under one of its names. Undefined if there is none. */
function signedText(
  { config, serverIds }: ApiContext,
  request: FastifyRequest,
  signed: SignedHeaders,
  version: ApiVersion,
): string | undefined {
  const texts = [...serverIds].map((serverId) =>
    canonicalRequestText({
      version,
      chainId: config.chainId,
      serverId,
      method: request.method,
      target: config.publicBasePath + (request.raw.url ?? ''),
      timestamp: signed.timestamp,
      nonce: signed.nonce,
      bodySha256: signed.bodySha256,
      contentType: signed.contentType,
    }),
  )
  const { rs, recovery } = signed.signature
  return texts.find((text) => recoverAddress(messageDigest(text), rs, recovery) === signed.user)
}

/** The part that needs the body: compares its SHA-256 with the signed one, then uses up the nonce. */
export async function finishAuthentication(
  context: ApiContext,
  authenticated: Authenticated,
  bodySha256: string,
): Promise<void> {
  const { signed } = authenticated
  if (signed !== undefined) {
    const { user } = signed
    if (bodySha256 !== signed.bodySha256) throw new NotAuthentic({ check: 'body', user })
    if (!(await isFresh(context, signed))) throw new NotAuthentic({ check: 'nonce', user }, 'replay')
  }
  authenticated.isWhole = true
}

/** Refuses everybody while this cannot be known. */
const isFresh = ({ nonces }: ApiContext, { user, nonce }: SignedHeaders): Promise<boolean> =>
  nonces.use(user, nonce).catch((error: unknown) => {
    throw error instanceof DatabaseBusy ? error : new ApiError('unavailable', {}, { cause: error })
  })
