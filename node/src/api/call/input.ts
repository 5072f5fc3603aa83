// A request's body, query and path parameters as an endpoint's fields. Unknown fields are refused: dropping one of a body would
// store and fingerprint something the caller did not send, and ignoring a filter would show too much.
import { camelCase, faultsOf, findUnknown, wireName } from '@connex/protocol'
import * as z from 'zod/mini'
import { ApiError, invalid } from '../../common/errors.ts'
import { findAmbiguity, findUnstorable } from './json.ts'

/** The body's bytes are UTF-8 JSON; an endpoint without a body takes no bytes. */
export function parseBody<Schema extends z.ZodMiniType>(schema: Schema, bytes: Uint8Array): z.output<Schema> {
  const json = bytes.length === 0 ? undefined : readJson(bytes)
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw badRequest(parsed.error, json)
  const unknown = findUnknown(json, parsed.data)
  if (unknown !== undefined) throw invalid(unknown, 'unknown')
  const unstorable = findUnstorable(json)
  if (unstorable !== undefined) throw invalid(unstorable, 'not valid text')
  return parsed.data
}

function readJson(bytes: Uint8Array): unknown {
  const { text, json } = decode(bytes)
  const ambiguity = findAmbiguity(text)
  if (ambiguity !== undefined) throw invalid(ambiguity.path, ambiguity.message)
  return json
}

function decode(bytes: Uint8Array): { text: string; json: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, json: JSON.parse(text) as unknown }
  } catch (error) {
    throw new ApiError('badRequest', { detail: 'The body is not JSON.' }, { cause: error })
  }
}

/** Keys are kebab-case on the wire, camelCase inside. `parseQuery(schema, '/x?items-per-page=20')` → { itemsPerPage: 20 } */
export function parseQuery<Schema extends z.ZodMiniType>(schema: Schema, target: string): z.output<Schema> {
  const start = target.indexOf('?')
  const search = start === -1 ? '' : target.slice(start + 1)
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
  if (!parsed.success) throw badRequest(parsed.error, fields, wireName)
  return parsed.data
}

/** The parts of a path, which the router has decoded. */
export function parseParams<Schema extends z.ZodMiniType>(schema: Schema, params: unknown): z.output<Schema> {
  const parsed = schema.safeParse(params ?? {})
  // A malformed part names nothing.
  if (!parsed.success) throw new ApiError('notFound')
  return parsed.data
}

/** A schema's faults, by field. */
export function badRequest(
  error: z.core.$ZodError,
  value: unknown,
  naming = (field: string) => field,
): ApiError {
  const errors = faultsOf(error, value).map(({ path, message }) => ({
    path: path.split('.').map(naming).join('.'),
    message,
  }))
  return new ApiError('badRequest', { errors })
}
