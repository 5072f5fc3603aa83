// One handler for each call of the endpoint table; its query, body and answer have the types of the endpoint's schemas.
import type { Address, Api, ApiVersion, AuditAction, CallName, Page, ResourceCalls } from '@connex/protocol'
import type * as z from 'zod/mini'
import type { Proof, PushedCall } from '../../common/access.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import type { JsonPage } from '../../storage/lists/jsonPage.ts'
import type { UserViewer, Viewer, WalletViewer } from '../../storage/queries/viewers.ts'
import type { ApiContext } from './context.ts'

/** All but the streamed calls. A group of routes `satisfies Partial<Handlers>`. */
export type Handlers = { readonly [Name in Exclude<CallName, StreamedCall>]: Handler<Name> }

/** Streams are sockets and documents are bytes: they have routes of their own. */
export type StreamedCall =
  'stream' | 'instrumentStream' | 'registryStream' | 'uploadDocument' | 'downloadDocument'

/** They make other calls in the caller's name, within this server. */
export type PreparingCall = ResourceCalls['prepare']

type Handler<Name extends CallName> = (
  call: Call<Name>,
) => Promise<AnswerOf<Name> | JsonPageOf<AnswerOf<Name>>>

export type Call<Name extends CallName> = ChangeOf<Name> & {
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

/** Open calls have no viewer, as the table says at run time. */
type ViewerOf<Name extends CallName> = Name extends 'introspection' | 'health' | 'ready'
  ? undefined
  : Name extends PushedCall
    ? Viewer
    : Name extends 'confirmUserRegistration' | 'confirmInvitation'
      ? WalletViewer
      : UserViewer

type ReadingPost = 'rpc' | 'proposeSetFrom' | 'prepareRefund'

/** A call that changes something can also write to the audit trail. */
type ChangeOf<Name extends CallName> = Api[Name]['method'] extends 'GET'
  ? object
  : Name extends ReadingPost
    ? object
    : Omit<Change, 'context'>

export type Change = {
  context: ApiContext
  /** Does the work in one transaction with its audit entry. */
  change: <Result>(work: (trx: Queryable) => Promise<Result>, action?: AuditAction) => Promise<Result>
  /** Adds what the call does not show to its audit entry: another tenant, a second action. */
  note: (addition: { tenantAddr?: Address; also?: AuditAction }) => void
}

type AnswerOf<Name extends CallName> = z.input<Api[Name]['response']>
type JsonPageOf<Answer> = Answer extends Page<infer Item> ? JsonPage<Item> : never
