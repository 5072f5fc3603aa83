// What is wrong with a value that a schema refuses. Apart from the problem document, which every page loads.
import type * as z from 'zod/mini'

/** The end of a sentence: 'page must be at least 1'. `path` is empty where the whole value is wrong. */
export type Fault = { path: string; message: string }

const MAXIMUM = 20
const MAXIMUM_VALUES = 12

/**
 * The faults by field, at most twenty.
 *
 * @example faultsOf(PagingQuery.safeParse({ page: '0' }).error, { page: '0' }) // [{ path: 'page', message: 'must be at least 1' }]
 */
export const faultsOf = (error: z.core.$ZodError, value: unknown): Fault[] =>
  error.issues.slice(0, MAXIMUM).map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: valueAt(value, issue.path) === undefined ? 'is missing' : messageOf(issue),
  }))

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, part) =>
      typeof inside === 'object' && inside !== null ? (Reflect.get(inside, part) as unknown) : undefined,
    value,
  )
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.message !== 'Invalid input') return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? 'of another type'}`
    case 'too_small':
      return `must ${sizeOf(issue.origin, 'least', issue.minimum)}`
    case 'too_big':
      return `must ${sizeOf(issue.origin, 'most', issue.maximum)}`
    case 'invalid_value':
      return issue.values.length > MAXIMUM_VALUES ? 'is not valid' : `must be ${listOf(issue.values)}`
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ')}`
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    default:
      return 'is not valid'
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  bigint: 'a whole number',
  array: 'a list',
  object: 'an object',
}

function sizeOf(origin: string, bound: 'least' | 'most', size: number | bigint): string {
  if (origin === 'string')
    return bound === 'least' && Number(size) === 1
      ? 'not be empty'
      : `have at ${bound} ${size} ${Number(size) === 1 ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set')
    return `have at ${bound} ${size} ${Number(size) === 1 ? 'entry' : 'entries'}`
  return `be at ${bound} ${size}`
}

const listOf = (values: readonly unknown[]): string =>
  values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`
