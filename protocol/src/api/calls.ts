// What a call takes and gives, read off the endpoint table.
import type * as z from 'zod/mini'
import type { Api, CallName } from './index.ts'

export type CallQuery<Name extends CallName> = z.output<Api[Name]['query']>
export type CallParams<Name extends CallName> = z.output<Api[Name]['params']>
export type CallBody<Name extends CallName> = z.output<Api[Name]['body']>
export type CallAnswer<Name extends CallName> = z.output<Api[Name]['response']>

/** Who am I: the user and the tenant. */
export type Me = CallAnswer<'me'>
