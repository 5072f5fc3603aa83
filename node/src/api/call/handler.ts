// One handler for each call of the endpoint table; its query, body and answer have the types of the endpoint's schemas.
import type * as z from 'zod/mini'
import type { Api, ApiVersion, CallName, Page } from '@connex/protocol'
import type { ApiContext } from './context.ts'
import type { UserViewer, Viewer, WalletViewer } from '../../storage/queries/viewers.ts'
import type { Changing } from '../http/audit.ts'
import type { JsonPage } from '../../storage/lists/jsonPage.ts'
import type { Proof, PushedCall } from '../../common/access.ts'

/** Open calls have no viewer, as the table says at run time. */
type ViewerOf<Name extends CallName> = Name extends 'introspection' | 'health' | 'ready'
  ? undefined
  : Name extends PushedCall
    ? Viewer
    : Name extends 'confirmUserRegistration' | 'confirmInvitation'
      ? WalletViewer
      : UserViewer

/** What a call that changes something has besides. */
type ChangingOf<Name extends CallName> = Api[Name]['method'] extends 'GET'
  ? object
  : Name extends 'rpc' | 'proposeSetFrom'
    ? object
    : Omit<Changing, 'context'>

export type Call<Name extends CallName> = ChangingOf<Name> & {
  context: ApiContext
  viewer: ViewerOf<Name>
  params: z.output<Api[Name]['params']>
  query: z.output<Api[Name]['query']>
  body: z.output<Api[Name]['body']>
  version: ApiVersion
  /** Of a signed call. */
  proof: Proof | undefined
  /** Of the bearer token that the call came with. */
  tokenHash: string | undefined
  /** Aborts once the caller closes the connection without an answer. */
  goneSignal: () => AbortSignal
}

type AnswerOf<Name extends CallName> = z.input<Api[Name]['response']>

export type Handler<Name extends CallName> = (
  call: Call<Name>,
) => Promise<AnswerOf<Name> | Written<AnswerOf<Name>>>

type Written<Answer> = Answer extends Page<infer Item> ? JsonPage<Item> : never

/** Streams are no answers but sockets, and documents are bytes: they have routes of their own. */
export type Streamed =
  'stream' | 'instrumentStream' | 'registryStream' | 'uploadDocument' | 'downloadDocument'

export type Handlers = { readonly [Name in Exclude<CallName, Streamed>]: Handler<Name> }
