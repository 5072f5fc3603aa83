// A tenant's server: its address, and the version of the API that a client speaks with it.
import type { ApiVersion } from './signing.ts'

const LONGEST = 300

/** Visible ASCII without what could make two readers see two hosts. */
const PLAIN = /^https?:\/\/[^\s\\?#]+$/i

/**
 * Whether a text is the address of an API: an https URL with a host, without credentials, query or fragment. `http` is for the sandbox.
 * `isApiAddress('javascript:alert(1)')` → false
 */
export function isApiAddress(text: string, { allowHttp = false } = {}): boolean {
  if (text.length > LONGEST || !PLAIN.test(text) || /[^\x21-\x7e]/.test(text)) return false
  // Node 20 has no URL.parse.
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (allowHttp && url.protocol === 'http:')
}

export const SUPPORTED_VERSIONS: readonly ApiVersion[] = [6, 5]

export type Introspection = { kind: 'answer'; body: unknown } | { kind: 'notFound' } | { kind: 'failed' }

/** 404 → 5, a failure → 6, else the highest that both sides speak; undefined where there is none. */
export function chooseVersion(introspection: Introspection): ApiVersion | undefined {
  if (introspection.kind === 'notFound') return 5
  if (introspection.kind === 'failed') return 6
  const offered = offeredVersions(introspection.body)
  return SUPPORTED_VERSIONS.find((version) => offered.includes(version))
}

/**
 * What older servers of the same API version lack. `deals`: the fields of deals in private details. `dealMessages`: messages between
 * the parties of a deal.
 */
export const FEATURES = ['deals', 'dealMessages'] as const
export type Feature = (typeof FEATURES)[number]

/** Leaves out features that are unknown here. `offeredFeatures({ features: ['deals', 'x'] })` → ['deals'] */
export const offeredFeatures = (body: unknown): Feature[] => {
  const list = typeof body === 'object' && body !== null && 'features' in body ? body.features : []
  return Array.isArray(list) ? FEATURES.filter((feature) => list.includes(feature)) : []
}

/** Reads 6, '6' and 'v6' alike. `offeredVersions({ supportedApiVersions: ['v6'] })` → [6] */
export function offeredVersions(body: unknown): number[] {
  const list =
    typeof body === 'object' && body !== null && 'supportedApiVersions' in body
      ? body.supportedApiVersions
      : []
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) => {
    const digits = /^v?(\d{1,3})$/.exec(String(entry))?.[1]
    return digits === undefined ? [] : [Number(digits)]
  })
}
