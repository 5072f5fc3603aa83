// The server is a chain that can be read aloud: security headers → limit requests → refuse odd targets → CORS → refuse while draining →
// authenticate → read the body → use up the nonce → authorize → validate → handle → problem document.
import { randomUUID } from 'node:crypto'
import { api, HEADERS } from '@connex/protocol'
import type { ApiVersion, Endpoint } from '@connex/protocol'
import cors from '@fastify/cors'
import fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Config } from '../../common/config.ts'
import { ApiError } from '../../common/errors.ts'
import type { ApiContext } from '../call/context.ts'
import { refuseWhileDraining } from './draining.ts'
import { handlers } from './handlers.ts'
import { JSON_LIMIT, mount, mountOne } from './mount.ts'
import { logAnswer, measureAnswer, mountMetrics, nameRequest } from './observability.ts'
import { mountOpenApi } from './openApi.ts'
import { answerClientError, answerProblem, checkRefusal } from './problems.ts'
import {
  limitRequests,
  LIVENESS_PATH,
  SERVING_PATH,
  MAXIMUM_LENGTH,
  refuseOddTargets,
  timeBodies,
} from './requestGuards.ts'
import { addSecurityHeaders, apiHeaders } from './securityHeaders.ts'
import { clientOrigins, serveClient } from './webClient.ts'

/** For a request's head, and for all of it: an upload of 25 MB on a slow line, which must not stall. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 600_000
const BODY_TIMES = { wholeMs: 15_000, idleMs: 15_000 }
const IDLE_TIMEOUT_MS = 60_000
/** Longer than proxies keep an idle connection, often 60 s: none of them sends a request into one that closes here. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000
const HEADER_BYTES = 16_384

export async function createServer(context: ApiContext): Promise<FastifyInstance> {
  const { config } = context
  const log: FastifyBaseLogger = context.log
  const isSecure =
    config.publicOrigins.length > 0 && config.publicOrigins.every((origin) => origin.startsWith('https:'))
  const bareHeaders = apiHeaders(isSecure)
  const answerError = answerClientError(bareHeaders)
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: JSON_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: HEADER_BYTES,
      // refuseOddTargets refuses a missing one, as a problem document.
      requireHostHeader: false,
    },
    // A request's source is its socket, unless the operator names proxies: anybody can send forwarded headers.
    trustProxy: config.trustedProxies.length === 0 ? false : config.trustedProxies,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Its own answer has no code and no sentence: see closeInOrder.
    return503OnClosing: false,
    clientErrorHandler: answerError,
    frameworkErrors: (error, request, reply) =>
      void answerProblem(error, request, reply.headers(bareHeaders)),
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
      // Calls validate their own parameters: over its own limit the router would look for a file instead.
      maxParamLength: MAXIMUM_LENGTH,
    },
  })
  app.setErrorHandler(answerProblem)
  app.decorateRequest('authenticated', null)
  app.decorateRequest('upload', null)
  app.decorateRequest('problemCode', null)
  readBodiesAsBytes(app)

  app.addHook('onRequest', nameRequest)
  app.addHook('onRequest', addSecurityHeaders(clientOrigins(config.clientConfig), isSecure))
  app.addHook('onRequest', timeBodies(BODY_TIMES, answerError))
  app.addHook('onRequest', limitRequests(context))
  app.addHook('onRequest', refuseOddTargets)
  if (context.checkResponses) app.addHook('onSend', checkRefusal)
  app.addHook('onResponse', logAnswer)
  app.addHook('onResponse', measureAnswer(context.metrics))
  closeInOrder(app, context)
  await allowOrigins(app, context)
  app.addHook('onRequest', refuseWhileDraining(context))
  mountAll(app, context)
  await serveOtherPaths(app, config)
  return app
}

function mountAll(app: FastifyInstance, context: ApiContext): void {
  const { apiVersions } = context.config
  for (const version of apiVersions) mount(app, context, version, handlers)
  if (apiVersions.includes(6)) mountUnversioned(app, context, 'introspection', '/api/introspection')
  // For load balancers, supervisors and Prometheus.
  mountUnversioned(app, context, 'health', '/health')
  mountUnversioned(app, context, 'ready', '/health/ready')
  for (const path of [LIVENESS_PATH, SERVING_PATH])
    app.get(path, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }))
  mountMetrics(app, context)
  for (const version of apiVersions) mountOpenApi(app, version)
}

/** The web client's files and pages; 405 at a call's path, 404 elsewhere. */
async function serveOtherPaths(app: FastifyInstance, config: Config): Promise<void> {
  const answerClientRoute = await serveClient(app, config)
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = (request.raw.url ?? '').split('?', 1)
    const methods = methodsOf(path, config.apiVersions)
    if (methods.length > 0)
      throw new ApiError('methodNotAllowed', {}, { headers: { allow: methods.join(', ') } })
    const page = answerClientRoute(request, reply)
    if (page !== undefined) return page
    throw new ApiError('notFound')
  })
}

/**
 * A closing server refuses requests as a draining one does, and waits for its open answers: streams end, and their readers come back
 * later. Each answer then ends its connection; one left open would delay the stop.
 */
function closeInOrder(app: FastifyInstance, { draining, broadcaster }: ApiContext): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    draining.begin('The server is stopping.')
    await broadcaster.stop()
  })
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isClosing) reply.header('connection', 'close')
    return payload
  })
}

/** The signed hash covers the raw bytes: nothing is parsed before it is compared. */
function readBodiesAsBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  // An upload is not buffered: its route streams it to disk.
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
}

async function allowOrigins(app: FastifyInstance, { config, serverIds }: ApiContext): Promise<void> {
  await app.register(cors, {
    origin: (origin, done) =>
      done(null, origin !== undefined && (serverIds.has(origin) || config.clientOrigins.includes(origin))),
    credentials: true,
    methods: ['GET', 'PUT', 'POST', 'DELETE'],
    allowedHeaders: [...Object.values(HEADERS), 'accept', 'authorization', 'content-type', 'last-event-id'],
    exposedHeaders: ['retry-after', 'x-request-id', 'x-total-count'],
    maxAge: 600,
  })
}

function mountUnversioned(
  app: FastifyInstance,
  context: ApiContext,
  name: 'introspection' | 'health' | 'ready',
  url: string,
): void {
  mountOne(app, context, { name, endpoint: api[name], version: 6, url }, handlers)
}

/** A path's methods. `methodsOf('/api/v6/platform/me', [5, 6])` → ['GET'] */
function methodsOf(path: string, versions: readonly ApiVersion[]): string[] {
  if (path === '/api/introspection') return versions.includes(6) ? ['GET'] : []
  const version = versions.find((offered) => path.startsWith(`/api/v${offered}/`))
  if (version === undefined) return []
  const below = path.slice(`/api/v${version}`.length)
  return Object.values<Endpoint>(api)
    .filter(
      (endpoint) => fits(endpoint.path, below) && endpoint.since <= version && below !== '/introspection',
    )
    .map((endpoint) => endpoint.method)
}

/** A part in braces matches any one part. */
const fits = (template: string, path: string): boolean => {
  const [templateParts, pathParts] = [template.split('/'), path.split('/')]
  return (
    templateParts.length === pathParts.length &&
    templateParts.every((part, index) => part.startsWith('{') || part === pathParts[index])
  )
}
