// The shape of one HTTP call. From a table of these the server mounts its routes and checks what comes in, the SDK
// gets its types and checks what comes back, and the documentation is made.
import * as z from 'zod/mini'
import type { ApiErrorCode } from './errors.ts'
import type { PrivilegeName } from './privileges.ts'
import type { ApiVersion } from './signing.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** Who is answered: anyone; a signed request; a platform call's bearer token; either of the two. */
export type Authentication = 'open' | 'signed' | 'bearer' | 'signedOrBearer'

/** Query fields are camelCase here and kebab-case on the wire; arrays repeat their key. */
export type Endpoint<
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> = {
  method: Method
  /** Below the version prefix, such as `/platform/me`. */
  path: string
  summary: string
  authentication: Authentication
  /** User privileges of which one is needed; none listed means any authentic, active user. */
  privileges?: readonly PrivilegeName[]
  query: Query
  body: Body
  response: Response
  /** Lists answer `{items, pageItemCount, totalItemCount}` on v6 and a plain array on v5. */
  isPage?: boolean
  errors?: readonly ApiErrorCode[]
  since: ApiVersion
}

export const nothing = z.undefined()
export const noQuery = z.object({})

type Given<Q extends z.ZodMiniType, B extends z.ZodMiniType, R extends z.ZodMiniType> = Omit<
  Endpoint<Q, B, R>,
  'query' | 'body' | 'since' | 'authentication'
> & { query?: Q; body?: B; since?: ApiVersion; authentication?: Authentication }

/** Fills the defaults of an endpoint: signed, no query, no body, since v5. */
export function endpoint<
  Q extends z.ZodMiniType = typeof noQuery,
  B extends z.ZodMiniType = typeof nothing,
  R extends z.ZodMiniType = z.ZodMiniType,
>(given: Given<Q, B, R>): Endpoint<Q, B, R> {
  return {
    authentication: 'signed',
    since: 5,
    ...given,
    query: given.query ?? (noQuery as unknown as Q),
    body: given.body ?? (nothing as unknown as B),
  }
}

/** The v6 answer of a list. */
export const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({
    items: z.array(item),
    pageItemCount: z.number(),
    totalItemCount: z.number(),
  })

export type Page<Item> = { items: Item[]; pageItemCount: number; totalItemCount: number }

/** `kebabCase('itemsPerPage')` → 'items-per-page' */
export const kebabCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `camelCase('items-per-page')` → 'itemsPerPage' */
export const camelCase = (name: string): string =>
  name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
