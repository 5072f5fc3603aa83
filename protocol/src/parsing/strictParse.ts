// Parsing that drops nothing: a field that a schema does not know is a fault, since whoever wrote it meant something by it.
import type * as z from 'zod/mini'

/** A field's path and what is wrong with it. */
type Fault = { path: string; message: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/**
 * The path of the first field that a schema has dropped, at any depth.
 *
 * @example
 * findUnknown({ a: [{ b: 1, c: 2 }] }, { a: [{ b: 1 }] }) // 'a.0.c'
 */
export function findUnknown(json: unknown, parsed: unknown, path = ''): string | undefined {
  if (!isObject(json) || !isObject(parsed)) return undefined
  for (const [key, value] of Object.entries(json)) {
    const here = path === '' ? key : `${path}.${key}`
    if (!Object.hasOwn(parsed, key)) return here
    const inside = findUnknown(value, parsed[key], here)
    if (inside !== undefined) return inside
  }
  return undefined
}

/**
 * What a schema makes of JSON, or every fault in it.
 *
 * @example
 * const { data, faults } = strictParse(DealDetails, json)
 */
export function strictParse<Schema extends z.ZodMiniType>(
  schema: Schema,
  json: unknown,
): { data: z.output<Schema>; faults?: never } | { data?: never; faults: Fault[] } {
  const { data, error } = schema.safeParse(json)
  if (error !== undefined)
    return { faults: error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) }
  const unknown = findUnknown(json, data)
  return unknown === undefined ? { data } : { faults: [{ path: unknown, message: 'unknown' }] }
}
