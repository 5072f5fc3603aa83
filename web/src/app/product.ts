// What this client is called, and what it shows as its own. One configuration: config/config.json says it for a
// deployment, and these are the defaults until it has been read.
import type { ClientConfig } from '@connex/protocol'

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
