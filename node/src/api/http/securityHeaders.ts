// Headers that restrict browsers. The API's answers may not be rendered; the client's files may run their own scripts and
// styles, call its servers, and nothing else.
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

/** The service worker that holds the key: it fetches and loads nothing. */
const VAULT_SCRIPT = '/vault/vault-sw.js'
const VAULT_POLICY = "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** `apiOrigins`: the client may call these besides its own origin. */
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

/** Also for requests that could not be parsed. */
export const apiHeaders = (isSecure: boolean): Readonly<Record<string, string>> => ({
  ...EVERYWHERE,
  ...(isSecure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  'content-security-policy': API_POLICY,
  'cache-control': 'no-store',
})

/** The hook that adds them to every answer. */
export function addSecurityHeaders(apiOrigins: readonly string[], isSecure: boolean) {
  const forApi = apiHeaders(isSecure)
  const { 'cache-control': _, ...forClient } = forApi
  return async function securityHeaders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const [path = '/'] = (request.raw.url ?? '/').split('?', 1)
    if (isApiPath(path)) {
      reply.headers(forApi)
      return
    }
    reply.headers({ ...forClient, 'content-security-policy': clientPolicy(path, apiOrigins) })
  }
}
