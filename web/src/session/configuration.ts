// The deployment's configuration: config/config.json, fetched once, at the start, never from a cache. Until it has arrived,
// and if it is missing or invalid, the defaults apply.
import type { ClientConfig } from '@connex/protocol'
import { importForLogin } from './loginFailure.ts'

/** The name of this client, and what it shows as its own. */
export type Product = {
  name: string
  slogan: string
  /** The address of a picture; empty for our own logo. */
  logoUrl: string
  helpUrl: string
}

const MAX_BYTES = 64 * 1024
const MAX_LENGTH = 200
const TIMEOUT_MS = 5_000
const MINUTE_MS = 60_000

export const defaultProduct: Product = {
  name: 'Collateral ConneX',
  slogan: 'Enter the world of collateral connex',
  logoUrl: '',
  helpUrl: '/help.html',
}

let product = defaultProduct
let fetching: Promise<unknown> | undefined
const listeners = new Set<() => void>()

export const readProduct = (): Product => product

export function subscribeProduct(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Fetches the configuration, once, and shows its product. */
export function readConfiguration(): Promise<unknown> {
  fetching ??= fetchConfiguration().then((fetched) => {
    product = productOf(fetched)
    for (const listener of listeners) listener()
    return fetched
  })
  return fetching
}

/** The configuration, parsed; imports the schemas. */
export async function configuration(): Promise<ClientConfig> {
  const [{ parseConfiguration }, fetched] = await Promise.all([
    importForLogin(() => import('./parseConfiguration.ts')),
    readConfiguration(),
  ])
  return parseConfiguration(fetched)
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

/**
 * The product in a configuration, read by hand: the schemas arrive after the first paint. A configured address must be a
 * web address, so that no script hides in it.
 */
export function productOf(fetched: unknown): Product {
  const field = (name: keyof ClientConfig): string => {
    const value: unknown =
      typeof fetched === 'object' && fetched !== null ? Reflect.get(fetched, name) : undefined
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
  const url = URL.parse(text, 'https://here.invalid')
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? text : undefined
}

/** How long the user may be inactive, in milliseconds; the vault applies limits of its own. */
export const idleMsOf = ({ idleMinutes }: Pick<ClientConfig, 'idleMinutes'>): number =>
  Math.max(1, Math.round(idleMinutes * MINUTE_MS))
