// The query string of an address without quotes: `?status=PENDING&status=SETTLED&page=2`.
import type { UrlSearch } from '../lib/table/TableState.ts'

export function parseSearch(text: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {}
  const parameters = new URLSearchParams(text)
  for (const key of new Set(parameters.keys())) {
    if (key === '__proto__') continue
    const values = parameters.getAll(key)
    search[key] = values.length === 1 ? (values[0] ?? '') : values
  }
  return search
}

export function stringifySearch(search: UrlSearch): string {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) parameters.append(key, one)
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
