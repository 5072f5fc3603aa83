import type { CallAnswer, CallName } from '@connex/protocol'
import type { TestUser } from './newUser.ts'

/** A request that is answered well, as long as nobody has made it before. */
export type Example = {
  /** The one who may do most, unless somebody else is named. */
  user?: TestUser
  params?: Readonly<Record<string, string>>
  /** As on the wire. */
  query?: Readonly<Record<string, string>>
  body?: unknown
  bytes?: { data: Uint8Array; contentType: string }
}

/** The last good answer to a call; fails where there is none. */
export type Answered = <Name extends CallName>(name: Name) => CallAnswer<Name>

/** In the order in which they are made: one may be about what another has brought. */
export type Examples = Partial<Record<CallName, (answered: Answered) => Example | Promise<Example>>>
