// The document of a refusal, and what is wrong with a value that a schema refuses. Apart from the catalogue, so that who only
// wants its sentences need not fetch the schemas.
import * as z from 'zod/mini'

/** An RFC 9457 problem document as this API writes it. */
export const Problem = z.object({
  type: z.optional(z.string()),
  title: z.string(),
  status: z.number(),
  detail: z.optional(z.string()),
  code: z.optional(z.string()),
  /** With `stale`: the server's clock in milliseconds, so that a client may correct its own once. */
  serverTime: z.optional(z.number()),
  /** With `locked`: until when, in seconds since the epoch. */
  lockExpiration: z.optional(z.number()),
  /** With `notActive`: the user's status. */
  userStatus: z.optional(z.string()),
  /** With `walletExpired`: since when, in seconds since the epoch. */
  walletExpiresAt: z.optional(z.number()),
  /** With a 403: privileges of which the caller, or its tenant, needs one. */
  needs: z.optional(z.array(z.string())),
  /** To quote: the request in the server's log. */
  requestId: z.optional(z.string()),
  /** With `badRequest`: the faults, by field. With `ledgerRefused`: the ledger's own message. */
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** With `contractRefused`: the revert's data, for the client to decode. */
  revertData: z.optional(z.string()),
})
export type Problem = z.infer<typeof Problem>

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
