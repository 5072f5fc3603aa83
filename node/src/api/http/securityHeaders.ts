// What a browser is told about an answer. The api's own answers are nothing to render; the client's files may run their
// own scripts and styles, call its servers, and nothing else.
import type { FastifyReply, FastifyRequest } from 'fastify'

const EVERYWHERE = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

export const isApiPath = (path: string): boolean => path === '/api' || path.startsWith('/api/')

/** A worker has the policy of its own response: it alone may compile the key derivation's WebAssembly. */
const isWorkerScript = (path: string): boolean => /worker[^/]*\.js$/i.test(path)

/** The service worker that holds the key: it fetches nothing, and loads nothing beside itself. */
const VAULT_SCRIPT = '/vault/vault-sw.js'
const VAULT_POLICY = "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** `apiOrigins`: where the client calls, beside where it comes from. */
function clientPolicy(path: string, apiOrigins: readonly string[]): string {
  if (path === VAULT_SCRIPT) return VAULT_POLICY
  const wasm = isWorkerScript(path) ? " 'wasm-unsafe-eval'" : ''
  return [
    "default-src 'none'",
    `script-src 'self'${wasm}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...apiOrigins].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types connex',
  ].join('; ')
}

/** For the API's answers, and for answers to requests that could not be parsed. */
export const apiHeaders = (isSecure: boolean): Readonly<Record<string, string>> => ({
  ...EVERYWHERE,
  ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  'content-security-policy': API_POLICY,
  'cache-control': 'no-store',
})

/** The hook that writes them; made once, since it asks what never changes. */
export function addSecurityHeaders(apiOrigins: readonly string[], isSecure: boolean) {
  const ofApi = apiHeaders(isSecure)
  const { 'cache-control': _kept, ...ofClient } = ofApi
  return async function securityHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const [path = '/'] = (request.raw.url ?? '/').split('?', 1)
    if (isApiPath(path)) {
      reply.headers(ofApi)
      return
    }
    reply.headers({ ...ofClient, 'content-security-policy': clientPolicy(path, apiOrigins) })
  }
}
