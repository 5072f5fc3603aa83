import { wireName } from '@connex/protocol'

type Plain = string | number | boolean | undefined
export type QueryValue = Plain | Plain[]

/**
 * A query as the wire spells it: kebab-case keys but for two, a list repeats its key, what is undefined is left out.
 *
 * @example
 * queryString({ itemsPerPage: 20, state: ['PENDING', 'SETTLED'] }) // '?items-per-page=20&state=PENDING&state=SETTLED'
 */
export function queryString(query: Readonly<Record<string, QueryValue>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => `${wireName(name)}=${encodeURIComponent(String(one))}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
