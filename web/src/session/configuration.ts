// What this client is called, and what it shows as its own. One configuration: config/config.json says it for a
// deployment, and these are the defaults until it has been read.
import type { ClientConfig } from '@connex/protocol'
import { importForLogin } from './loginFailure.ts'

export type Product = {
  name: string
  slogan: string
  /** An address of a picture; empty for our own mark. */
  logoUrl: string
  helpUrl: string
}

const MAX_LENGTH = 200

export const defaultProduct: Product = {
  name: 'Collateral ConneX',
  slogan: 'Enter the world of collateral connex',
  logoUrl: '',
  helpUrl: '/help.html',
}

/**
 * The product in whatever config/config.json holds, read by hand: the schemas come later than the first paint. A
 * configured address is followed only where it leads to the web, so that no script hides in it.
 */
export function productOf(given: unknown): Product {
  const field = (name: keyof ClientConfig): string => {
    const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, name) : undefined
    return typeof value === 'string' ? value.slice(0, MAX_LENGTH) : ''
  }
  return {
    name: field('productName') || defaultProduct.name,
    slogan: field('slogan') || defaultProduct.slogan,
    logoUrl: webAddress(field('logoUrl')) ?? '',
    helpUrl: webAddress(field('helpUrl')) ?? defaultProduct.helpUrl,
  }
}

function webAddress(text: string): string | undefined {
  if (text === '') return undefined
  const base = 'https://here.invalid'
  const url = URL.parse(text, base)
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? text : undefined
}

// config/config.json: read once, at the start, never from a cache. Until it has come, and where it is missing or is
// no configuration at all, the defaults hold.

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
    importForLogin(() => import('./parseConfiguration.ts')),
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

const MINUTE_MS = 60_000

/** How long the user of this deployment may do nothing, in milliseconds; the vault keeps it within its own bounds. */
export const idleMsOf = ({ idleMinutes }: Pick<ClientConfig, 'idleMinutes'>): number =>
  Math.max(1, Math.round(idleMinutes * MINUTE_MS))
