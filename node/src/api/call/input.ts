// A JSON body into an endpoint's fields. A field that the endpoint does not know is refused: dropping it would store and
// fingerprint something else than what was sent.
import { camelCase, wireName } from '@connex/protocol'
import * as z from 'zod/mini'
import { ApiError, invalid } from '../../common/errors.ts'

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

// A query string into an endpoint's fields: kebab-case on the wire, camelCase inside. A key that the endpoint does not
// know, and a key twice where one value is meant, are refused: a filter that is silently ignored shows too much.

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

// What JSON.parse reads without a word, and another reader reads otherwise: a field given twice, a number that is larger than any
// number of ours. A value that is nested deeper than any call needs is refused as well, before anything walks through it.
const DEEPEST = 64

/** `path` is where it is. */
export type Ambiguity = { path: string; message: string }

/** One open object or array: its fields so far, or undefined for an array, and where in it the scan is. */
type Level = { fields: Set<string> | undefined; at: string | number }

/** In a text that JSON.parse takes. `findAmbiguity('{"a":1,"a":2}')` → { path: 'a', message: 'given twice' } */
export function findAmbiguity(text: string): Ambiguity | undefined {
  const levels: Level[] = []
  const found = (message: string): Ambiguity => ({ path: levels.map(({ at }) => at).join('.'), message })
  let isKey = false
  for (let index = 0; index < text.length; index++) {
    const level = levels.at(-1)
    const letter = text[index] ?? ''
    if (letter === '{' || letter === '[') {
      if (levels.length === DEEPEST) return found('nested too deeply')
      isKey = letter === '{'
      levels.push(isKey ? { fields: new Set(), at: '' } : { fields: undefined, at: 0 })
    } else if (letter === '}' || letter === ']') levels.pop()
    else if (letter === ',' && level !== undefined) {
      isKey = level.fields !== undefined
      if (typeof level.at === 'number') level.at++
    } else if (letter === '"') {
      const end = endOfString(text, index)
      if (isKey && level?.fields !== undefined) {
        level.at = JSON.parse(text.slice(index, end)) as string
        if (level.fields.has(level.at)) return found('given twice')
        level.fields.add(level.at)
        isKey = false
      }
      index = end - 1
    } else if (/[-0-9]/.test(letter)) {
      const end = endOfNumber(text, index)
      if (!Number.isFinite(Number(text.slice(index, end)))) return found('too large a number')
      index = end - 1
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index + 1
}

function endOfNumber(text: string, start: number): number {
  const number = /[-+.eE0-9]+/y
  number.lastIndex = start
  number.test(text)
  return number.lastIndex
}

// JSON can say what no database can keep, nor UTF-8 write: the character NUL, and half of a character.
const isUnstorable = (text: string): boolean => text.includes('\u0000') || !text.isWellFormed()

/** The path of the first text that cannot be kept: `findUnstorable({ reason: { text: '\u0000' } })` → 'reason.text' */
export function findUnstorable(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return isUnstorable(value) ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const here = path === '' ? key : `${path}.${key}`
    if (isUnstorable(key)) return path
    const inside = findUnstorable(inner, here)
    if (inside !== undefined) return inside
  }
  return undefined
}
