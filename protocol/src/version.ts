// Which version of the API a client speaks with a server (spec §7, rules §7 'Calls').
import type { ApiVersion } from './signing.ts'

export const SUPPORTED_VERSIONS: readonly ApiVersion[] = [6, 5]

export type Introspection = { kind: 'answer'; body: unknown } | { kind: 'notFound' } | { kind: 'failed' }

/** 404 → 5, a failure → 6, else the highest that both sides speak; undefined where there is none. */
export function chooseVersion(introspection: Introspection): ApiVersion | undefined {
  if (introspection.kind === 'notFound') return 5
  if (introspection.kind === 'failed') return 6
  const offered = offeredVersions(introspection.body)
  return SUPPORTED_VERSIONS.find((version) => offered.includes(version))
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
