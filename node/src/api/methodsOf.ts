import { api } from '@connex/protocol'
import type { ApiVersion, Endpoint } from '@connex/protocol'

/** The methods that a path offers. `methodsOf('/api/v6/platform/me', [5, 6])` → ['GET'] */
export function methodsOf(path: string, versions: readonly ApiVersion[]): string[] {
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

/** A part in braces stands for any one part. */
const fits = (template: string, path: string): boolean => {
  const [wanted, given] = [template.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith('{') || part === given[index])
  )
}
