// config/config.json: read once, at the start, never from a cache. Until it has come, and where it is missing or is
// no configuration at all, the defaults hold.
import type { ClientConfig } from '@connex/protocol'
import { loginPart } from './loginPart.ts'
import { defaultProduct, productOf, type Product } from './product.ts'

const MAX_BYTES = 64 * 1024
const TIMEOUT_MS = 5_000

let product = defaultProduct
const listeners = new Set<() => void>()

export const readProduct = (): Product => product

export function subscribeProduct(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

let fetching: Promise<unknown> | undefined

/** Asks for the deployment's configuration, once, and shows its product. */
export function readConfiguration(): Promise<unknown> {
  fetching ??= fetchConfiguration().then((given) => {
    product = productOf(given)
    for (const listener of listeners) listener()
    return given
  })
  return fetching
}

/** The same, checked; the schemas are fetched for it. */
export async function configuration(): Promise<ClientConfig> {
  const [{ parseConfiguration }, given] = await Promise.all([
    loginPart(() => import('./parseConfiguration.ts')),
    readConfiguration(),
  ])
  return parseConfiguration(given)
}

async function fetchConfiguration(): Promise<unknown> {
  try {
    const response = await fetch('/config/config.json', {
      cache: 'no-store',
      headers: { 'cache-control': 'no-cache', accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const length = Number(response.headers.get('content-length') ?? 0)
    if (!response.ok || length > MAX_BYTES) return {}
    const text = await response.text()
    return text.length > MAX_BYTES ? {} : JSON.parse(text)
  } catch {
    return {}
  }
}
