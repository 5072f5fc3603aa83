// A JSON body into an endpoint's fields. A field that the endpoint does not know is refused: dropping it would store and
// fingerprint something else than what was sent.
import type * as z from 'zod/mini'
import { ApiError, invalid } from '../errors.ts'
import { findAmbiguity } from './findAmbiguity.ts'
import { findUnstorable } from './findUnstorable.ts'
import { badRequest } from './parseQuery.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The body's bytes are UTF-8 JSON; none where the endpoint takes none. */
export function parseBody<Schema extends z.ZodMiniType>(schema: Schema, bytes: Uint8Array): z.output<Schema> {
  const given = bytes.length === 0 ? undefined : readJson(bytes)
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw badRequest(parsed.error)
  const unknown = findUnknown(given, parsed.data, '')
  if (unknown !== undefined) throw invalid(unknown, 'unknown')
  const unstorable = findUnstorable(given)
  if (unstorable !== undefined) throw invalid(unstorable, 'no text')
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

/** The path of the first field that the schema has dropped. */
function findUnknown(given: unknown, kept: unknown, path: string): string | undefined {
  if (!isObject(given) || !isObject(kept)) return undefined
  for (const [key, value] of Object.entries(given)) {
    const here = path === '' ? key : `${path}.${key}`
    if (!Object.hasOwn(kept, key)) return here
    const inside = findUnknown(value, kept[key], here)
    if (inside !== undefined) return inside
  }
  return undefined
}
