// A query string into an endpoint's fields: kebab-case on the wire, camelCase inside. A key that the endpoint does not
// know, and a key twice where one value is meant, are refused: a filter that is silently ignored shows too much.
import * as z from 'zod/mini'
import { camelCase, wireName } from '@connex/protocol'
import { ApiError, invalid } from '../errors.ts'

/** `parseQuery(schema, '/x?items-per-page=20')` → { itemsPerPage: 20 } */
export function parseQuery<Schema extends z.ZodMiniType>(schema: Schema, target: string): z.output<Schema> {
  const mark = target.indexOf('?')
  const search = mark === -1 ? '' : target.slice(mark + 1)
  const known = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []
  const fields: Record<string, string | string[]> = {}
  for (const [key, value] of new URLSearchParams(search)) {
    const name = camelCase(key)
    if (wireName(name) !== key || !known.includes(name)) throw invalid(key, 'unknown')
    const before = fields[name]
    // A scalar's schema refuses the list that a repeated key makes.
    fields[name] = before === undefined ? value : [before, value].flat()
  }
  const parsed = schema.safeParse(fields)
  if (!parsed.success) throw badRequest(parsed.error, wireName)
  return parsed.data
}

/** The parts of a path, which the router has decoded. */
export function parseParams<Schema extends z.ZodMiniType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given ?? {})
  // A part that is not well formed names nothing.
  if (!parsed.success) throw new ApiError('notFound')
  return parsed.data
}

/** Every issue of a schema, by field. */
export function badRequest(error: z.core.$ZodError, naming = (field: string) => field): ApiError {
  const errors = error.issues.slice(0, 20).map((issue) => ({
    path: issue.path.map((part) => (typeof part === 'string' ? naming(part) : String(part))).join('.'),
    message: issue.message,
  }))
  return new ApiError('badRequest', { errors })
}
