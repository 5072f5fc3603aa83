// A client is a plain object: where the server is, who signs, and what the session remembers.
import type { ApiVersion, BlockNumber, Confirmations, Fees, Me } from '@connex/protocol'
import { serverIdOf } from '@connex/protocol'
import { ClientError } from '../errors.ts'
import type { Signer } from '../signer/Signer.ts'
import type { Journal } from './journal.ts'
import { createMemoryJournal } from './journal.ts'

export type ClientOptions = {
  /** The own tenant's server, such as `http://127.0.0.1:4000`. */
  baseUrl: string
  /** Without one only open calls work; see `withSigner`. */
  signer?: Signer | undefined
  /** From the configuration; must equal the server's own. */
  chainId?: number | undefined
  fetch?: typeof globalThis.fetch | undefined
  /** Where the wallet stores signed transactions; by default in this process's memory. */
  journal?: Journal | undefined
  /** Require a version instead of the highest that both sides speak. */
  version?: number | undefined
}

/** The result of version discovery; the same for all signers of one server. */
export type Connection = {
  version: ApiVersion | undefined
  chainId: number | undefined
  /** What the server's ledger transactions pay for gas; undefined for the specification's default. */
  fees: Fees | undefined
  /** When a block is final; undefined for at once. */
  confirmations: Confirmations | undefined
  /** Why the server did not say what it offers; undefined once it has. */
  failure: ClientError | undefined
  /** Server's clock minus ours, in milliseconds. */
  clockSkew: number
}

/** The transactions and the block that the event stream has reported; whoever waits for one of them reads it here. */
export type Reports = {
  /** Whether a stream is open. Without one, nobody waits for a report. */
  isLive: boolean
  /** The latest block that the server's index was reported to have. */
  block: BlockNumber | undefined
  /** In the index: the latest ones. */
  readonly txHashes: Set<string>
  readonly listeners: Set<() => void>
}

export type Session = {
  /** The bearer token of platform calls. */
  token: { value: string; expiresAt: number } | undefined
  /** The user and tenant, once requested. */
  me: Promise<Me> | undefined
  /** Woken by the event stream, so that who waits for a block need not wait for its timer. */
  readonly wakers: Set<() => void>
  /** By the event stream. */
  readonly reports: Reports
  /** Since when requests wait for their signatures, in milliseconds. */
  readonly toSign: Set<{ since: number }>
}

export const createSession = (): Session => ({
  token: undefined,
  me: undefined,
  wakers: new Set(),
  reports: { isLive: false, block: undefined, txHashes: new Set(), listeners: new Set() },
  toSign: new Set(),
})

export type Client = {
  readonly baseUrl: string
  readonly serverId: string
  readonly signer: Signer | undefined
  readonly fetch: typeof globalThis.fetch
  readonly journal: Journal
  readonly wantedVersion: number | undefined
  readonly connection: Connection
  readonly session: Session
}

/**
 * Makes a client; it is ready once `discoverVersion` has chosen a version.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4000', signer })
 * await discoverVersion(client)
 * const { tenant } = await whoami(client)
 */
export function createClient(options: ClientOptions): Client {
  requireServerUrl(options.baseUrl)
  return {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    serverId: serverIdOf(options.baseUrl),
    signer: options.signer,
    // Called as a bare function: a browser's fetch refuses another `this`.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    journal: options.journal ?? createMemoryJournal(),
    wantedVersion: options.version,
    connection: {
      version: undefined,
      chainId: options.chainId,
      fees: undefined,
      confirmations: undefined,
      failure: undefined,
      clockSkew: 0,
    },
    session: createSession(),
  }
}

/**
 * The same server with another signer and a session of its own.
 *
 * @example
 * const client = withSigner(anonymous, signer)
 */
export function withSigner(client: Client, signer: Signer | undefined): Client {
  requireClient(client)
  return { ...client, signer, session: createSession() }
}

/** Callers without types may pass nothing at all. */
export function requireClient(client: Client | undefined): asserts client is Client {
  if (client === undefined || client === null) throw new ClientError('missingClient')
}

/** A journal's name for a client's wallet: the same address on another ledger is another wallet. */
export function walletOf({ signer, connection }: Client): string {
  if (signer === undefined) throw new ClientError('walletNotInitialized')
  return `${requireChainId({ connection })}:${signer.address}`
}

/** The ledger's chain id. Throws why it is not known: usually the server did not answer. */
export function requireChainId({ connection: { chainId, failure } }: Pick<Client, 'connection'>): number {
  if (chainId === undefined) throw failure ?? new ClientError('chainUnknown')
  return chainId
}

/** Only the origin and a path: what is below /api belongs to the calls. */
function requireServerUrl(text: string): void {
  // Node 20 has no URL.parse.
  const url = URL.canParse(text) ? new URL(text) : null
  const isWeb = url !== null && ['http:', 'https:'].includes(url.protocol)
  if (!isWeb || /\/api(\/v\d+)?\/*$/.test(url.pathname)) throw new ClientError('serverUrlInvalid', text)
}
