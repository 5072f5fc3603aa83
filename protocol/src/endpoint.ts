// The shape of one HTTP call. A table of these gives the server its routes and the checks of requests, the SDK its types and
// the checks of answers, and the documentation its content.
import * as z from 'zod/mini'
import type { ApiErrorCode } from './errors.ts'
import type { PrivilegeName } from './privileges.ts'
import type { ApiVersion } from './signing.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/**
 * Who is answered: anyone; a user's signed request; a platform call's bearer token; either of the two; any wallet's signed
 * request, a user's or not.
 */
export type Authentication = 'open' | 'signed' | 'bearer' | 'signedOrBearer' | 'wallet'

/** Query fields are camelCase here and kebab-case on the wire; arrays repeat their key. */
export type Endpoint<
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Params extends z.ZodMiniType = z.ZodMiniType,
> = {
  method: Method
  /** Below the version prefix, such as `/platform/me`; a part in braces is one of `params`. */
  path: string
  summary: string
  authentication: Authentication
  /** User privileges of which one is needed; none listed means any authentic, active user. */
  privileges?: readonly PrivilegeName[]
  /** Privileges on a dApp of which the user's tenant needs one, on any. */
  tenantPrivileges?: readonly PrivilegeName[]
  /** User privileges of which one replaces the tenant's. */
  exemptedBy?: readonly PrivilegeName[]
  /** Privileges on a dApp by which the user's tenant opens the call to every user of its own. */
  openedBy?: readonly PrivilegeName[]
  params: Params
  query: Query
  body: Body
  /** JSON by default; of an upload `body` is the part `metadata`, and the part `file` follows it. */
  bodyType?: 'multipart'
  response: Response
  /** JSON by default. */
  responseType?: 'bytes' | 'events'
  /** A POST that changes nothing. */
  onlyReads?: true
  /** Lists answer `{items, pageItemCount, totalItemCount}` on v6 and a plain array on v5. */
  isPage?: boolean
  errors?: readonly ApiErrorCode[]
  since: ApiVersion
}

export const nothing = z.undefined()
export const noQuery = z.object({})

type EndpointInput<
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
  P extends z.ZodMiniType,
> = Omit<Endpoint<Q, B, R, P>, 'query' | 'body' | 'params' | 'since' | 'authentication'> & {
  query?: Q
  body?: B
  params?: P
  since?: ApiVersion
  authentication?: Authentication
}

/** Fills the defaults of an endpoint: signed, nothing in the path, no query, no body, since v5. */
export function endpoint<
  Q extends z.ZodMiniType = typeof noQuery,
  B extends z.ZodMiniType = typeof nothing,
  R extends z.ZodMiniType = z.ZodMiniType,
  P extends z.ZodMiniType = typeof noQuery,
>(input: EndpointInput<Q, B, R, P>): Endpoint<Q, B, R, P> {
  return {
    authentication: 'signed',
    since: 5,
    ...input,
    params: input.params ?? (noQuery as unknown as P),
    query: input.query ?? (noQuery as unknown as Q),
    body: input.body ?? (nothing as unknown as B),
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

/** The specification writes these two as they are, and everything else in kebab-case. */
const SPELLED_AS_THEY_ARE: readonly string[] = ['auditId', 'eventType']

/** How a query field is spelled on the wire. `wireName('itemsPerPage')` → 'items-per-page' */
export const wireName = (field: string): string =>
  SPELLED_AS_THEY_ARE.includes(field) ? field : kebabCase(field)

/** The names in braces of an endpoint's path. `pathParams('/a/{id}')` → ['id'] */
export const pathParams = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])

/** An endpoint's path with its parts filled in. `fillPath('/a/{id}', { id: 'x y' })` → '/a/x%20y' */
export const fillPath = (path: string, params: Readonly<Record<string, unknown>> = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))

/** Whether a call changes nothing, so that it may be made again. */
export const isReading = ({ method, onlyReads }: Pick<Endpoint, 'method' | 'onlyReads'>): boolean =>
  method === 'GET' || onlyReads === true
