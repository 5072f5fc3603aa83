// From the endpoint table to routes: authenticate, read the body, use up the nonce, authorize, validate, handle.
import { hash } from 'node:crypto'
import { api, isReading } from '@connex/protocol'
import type { ApiVersion, CallName, Endpoint, Page } from '@connex/protocol'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../common/errors.ts'
import { JsonPage } from '../../storage/lists/jsonPage.ts'
import { authenticate, finishAuthentication } from '../auth/authenticate.ts'
import type { Authenticated } from '../auth/authenticate.ts'
import { authorize } from '../auth/authorize.ts'
import { countingFailures } from '../auth/sourceLimit.ts'
import type { ApiContext } from '../call/context.ts'
import type { Change, Handlers } from '../call/handler.ts'
import { parseBody, parseParams, parseQuery } from '../call/input.ts'
import { answerDocument, storeDocument } from '../documents/documents.ts'
import { receiveUpload, UPLOAD_LIMIT } from '../documents/upload.ts'
import type { Upload } from '../documents/upload.ts'
import { openStream, STREAM_TOPICS } from '../streams/stream.ts'
import { auditRefusal, runChange } from './audit.ts'
import type { AuditedCall } from './audit.ts'

export const JSON_LIMIT = 1_048_576

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A name from the endpoint table. */
    call?: CallName
  }
  interface FastifyRequest {
    authenticated: Authenticated | null
    /** A multipart body, already on disk. */
    upload: Upload | null
    /** Of the problem document that answered it, for the log. */
    problemCode: string | null
  }
}

/** Mounts every endpoint of one version; introspection belongs to no version. */
export function mount(
  app: FastifyInstance,
  context: ApiContext,
  version: ApiVersion,
  handlers: Handlers,
): void {
  for (const [name, endpoint] of Object.entries(api) as [CallName, Endpoint][]) {
    if (endpoint.since > version || name === 'introspection') continue
    const path = endpoint.path.replace(/\{(\w+)\}/g, ':$1')
    mountOne(app, context, { name, endpoint, version, url: `/api/v${version}${path}` }, handlers)
  }
}

type Mounted = { name: CallName; endpoint: Endpoint; version: ApiVersion; url: string }

export function mountOne(
  app: FastifyInstance,
  context: ApiContext,
  mounted: Mounted,
  handlers: Handlers,
): void {
  const { name, endpoint, version, url } = mounted
  const { authentication, method } = endpoint
  const bodyLimit = endpoint.bodyType === 'multipart' ? UPLOAD_LIMIT : JSON_LIMIT
  const options = { version, authentication, bodyLimit, answersInactive: name === 'me' }
  app.route({
    method,
    url,
    config: { call: name },
    bodyLimit,
    onRequest: async (request) => {
      if (authentication === 'open') return
      request.authenticated = await countingFailures(context, request, () =>
        authenticate(context, request, options),
      )
    },
    preValidation: async (request) => {
      const { authenticated } = request
      if (authenticated === null) return
      const hash = await receiveBody(context, endpoint, request)
      await countingFailures(context, request, () => finishAuthentication(context, authenticated, hash))
      authorize(name, endpoint, authenticated.viewer)
      if (authenticated.viewer.kind === 'node') context.meetPeers(authenticated.viewer.grantedBy)
    },
    ...(isReading(endpoint)
      ? {}
      : {
          onSend: async (request: FastifyRequest, reply: FastifyReply) => {
            const isRefused = reply.statusCode >= 400 && request.authenticated?.isWhole === true
            if (isRefused) await auditRefusal(context, auditedCall(context, mounted, request), reply)
          },
        }),
    onResponse: async (request) => request.upload?.discard(),
    handler: (request, reply) => handle(context, mounted, handlers, request, reply),
  })
}

/** Validates an authorized request, runs its handler and sends the answer. */
async function handle(
  context: ApiContext,
  mounted: Mounted,
  handlers: Handlers,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name, endpoint, version } = mounted
  const params = parseParams(endpoint.params, request.params)
  const query = parseQuery(endpoint.query, request.raw.url ?? '')
  const viewer = request.authenticated?.viewer
  const topics = STREAM_TOPICS[name]
  if (topics !== undefined) return openStream(context, viewer, topics, request, reply)
  if (name === 'downloadDocument') return answerDocument(context, viewer, params, reply)
  const body = name === 'uploadDocument' ? undefined : parseBody(endpoint.body, bytesOf(request))
  const { proof, tokenHash } = request.authenticated ?? {}
  const goneSignal = () => goneSignalOf(reply)
  const call = { viewer, params, query, body, version, proof, tokenHash, goneSignal }
  // The table's types meet here: each handler is typed by its own endpoint's schemas.
  const answerCall = handlers[name as keyof Handlers] as (call: unknown) => Promise<unknown>
  const answer = isReading(endpoint)
    ? await answerCall({ ...call, context })
    : await runChange(context, auditedCall(context, mounted, request), (change: Change) =>
        name === 'uploadDocument'
          ? storeDocument(change, viewer, request.upload)
          : answerCall({ ...call, ...change }),
      )
  if (context.checkResponses) checkAnswer(endpoint, name, answer)
  return send(reply, endpoint, version, answer)
}

function auditedCall(
  { config }: ApiContext,
  { name, endpoint }: Mounted,
  request: FastifyRequest,
): AuditedCall {
  if (request.authenticated === null) throw new ApiError('unauthenticated')
  const { viewer } = request.authenticated
  return { name, endpoint, request, viewer, hostedTenants: config.hostedTenants }
}

/** The hash of the received body: JSON in memory, or an upload that streams to disk. */
async function receiveBody(
  context: ApiContext,
  { bodyType }: Endpoint,
  request: FastifyRequest,
): Promise<string> {
  const isBytes = request.body === undefined || request.body === null || request.body instanceof Uint8Array
  if (isBytes !== (bodyType === undefined)) throw new ApiError('unsupportedMediaType')
  if (bodyType === undefined) return hash('sha256', bytesOf(request))
  request.upload = await receiveUpload(context.config.documentsDir, request)
  return request.upload.sha256
}

const bytesOf = (request: FastifyRequest): Uint8Array =>
  request.body instanceof Uint8Array ? request.body : new Uint8Array()

function goneSignalOf({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}

/** Lists of v5 are plain arrays with their total in a header. */
function send(reply: FastifyReply, endpoint: Endpoint, version: ApiVersion, answer: unknown): FastifyReply {
  const isJson = answer instanceof JsonPage
  if (isJson) reply.type('application/json; charset=utf-8')
  if (!endpoint.isPage || version !== 5) return reply.send(isJson ? answer.toJson() : answer)
  const { items, totalItemCount } = answer as Page<unknown> | JsonPage<unknown>
  return reply.header('x-total-count', String(totalItemCount)).send(items)
}

function checkAnswer(endpoint: Endpoint, name: string, answer: unknown): void {
  const parsed = endpoint.response.safeParse(
    answer instanceof JsonPage ? JSON.parse(answer.toJson()) : answer,
  )
  if (!parsed.success)
    throw new ApiError('unavailable', { detail: `${name} answered: ${JSON.stringify(parsed.error.issues)}` })
}
