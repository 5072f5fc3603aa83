// From the endpoint table to routes: authenticate, read the body, use up the nonce, authorise, validate, handle.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { api } from '@connex/protocol'
import type { ApiVersion, CallName, Endpoint, Page } from '@connex/protocol'
import type { ApiContext } from './ApiContext.ts'
import { ApiError } from './ApiError.ts'
import { authenticate, finishAuthentication } from './authenticate.ts'
import type { Authenticated } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { countingFailures } from './countingFailures.ts'
import type { Handlers } from './Handler.ts'
import { openStream } from './openStream.ts'
import { parseBody } from './parseBody.ts'
import { parseQuery } from './parseQuery.ts'

export const JSON_LIMIT = 1_048_576

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | null
  }
}

/** Mounts every endpoint of one version; introspection stands outside the versions. */
export function mount(
  app: FastifyInstance,
  context: ApiContext,
  version: ApiVersion,
  handlers: Handlers,
): void {
  for (const [name, endpoint] of Object.entries(api) as [CallName, Endpoint][]) {
    if (endpoint.since > version || name === 'introspection') continue
    mountOne(app, context, { name, endpoint, version, url: `/api/v${version}${endpoint.path}` }, handlers)
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
  const options = { version, authentication, bodyLimit: JSON_LIMIT, answersInactive: name === 'me' }
  app.route({
    method,
    url,
    bodyLimit: JSON_LIMIT,
    onRequest: async (request) => {
      if (authentication === 'open') return
      request.authenticated = await countingFailures(context, request, () =>
        authenticate(context, request, options),
      )
    },
    preValidation: async (request) => {
      const { authenticated } = request
      if (authenticated === null) return
      await countingFailures(context, request, () =>
        finishAuthentication(context, authenticated, bytesOf(request)),
      )
      authorize(name, endpoint, authenticated.viewer)
    },
    handler: async (request, reply) => {
      const query = parseQuery(endpoint.query, request.raw.url ?? '')
      const body = parseBody(endpoint.body, bytesOf(request))
      const viewer = request.authenticated?.viewer
      if (name === 'stream') return openStream(context, viewer, request, reply)
      const tokenHash = request.authenticated?.tokenHash
      // The table's types meet here: each handler is typed by its own endpoint's schemas.
      const handle = handlers[name] as (call: unknown) => Promise<unknown>
      const answer = await handle({ context, viewer, query, body, version, tokenHash })
      if (context.checkResponses) checkAnswer(endpoint, name, answer)
      return send(reply, endpoint, version, answer)
    },
  })
}

const bytesOf = (request: FastifyRequest): Uint8Array =>
  request.body instanceof Uint8Array ? request.body : new Uint8Array()

/** v5's lists are plain arrays that tell their total in a header. */
function send(reply: FastifyReply, endpoint: Endpoint, version: ApiVersion, answer: unknown) {
  if (!endpoint.isPage || version !== 5) return reply.send(answer)
  const { items, totalItemCount } = answer as Page<unknown>
  return reply.header('x-total-count', String(totalItemCount)).send(items)
}

function checkAnswer(endpoint: Endpoint, name: string, answer: unknown): void {
  const parsed = endpoint.response.safeParse(answer)
  if (!parsed.success)
    throw new ApiError('unavailable', { detail: `${name} answered: ${JSON.stringify(parsed.error.issues)}` })
}
