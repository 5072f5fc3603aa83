// One push: what the outbox holds goes to the other tenant's server, signed by the node account.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Address, DeliveryId, DetailsStatus, InstrumentId } from '@connex/protocol'
import {
  ApiError,
  call,
  createClient,
  createLocalSigner,
  discoverVersion,
  documentBody,
  upload,
} from '@connex/sdk/http'
import type { Client } from '@connex/sdk/http'
import type { PushedCall } from '../../common/access.ts'
import type { Config } from '../../common/config.ts'
import { createPeerFetch } from '../../common/peerFetch.ts'
import { nowSeconds } from '../../storage/engine/database.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { findApiUrl } from '../../storage/queries/tenants.ts'
import type { PushedRecordKind } from '../../storage/schema/recordTables.ts'
import { findDetails } from '../../storage/sharing/deliveryDetails.ts'
import { findOwnDocument } from '../../storage/sharing/documents.ts'
import type { OwnDocument } from '../../storage/sharing/documents.ts'
import { findInstrumentDetails } from '../../storage/sharing/instrumentDetails.ts'
import type { OutboxRow, PushResult } from '../../storage/sharing/outbox.ts'
import { findPrivateRecord } from '../../storage/sharing/privateRecords.ts'
import { LONGEST_WAIT_SECONDS, retryDelay } from '../../storage/sharing/retryDelay.ts'

const TIMEOUT_MS = 15_000
const EARLY_WAIT_SECONDS = 10

/** By which call each kind of private record goes to another server: the one that took it from its author. */
const PUSH_CALLS = {
  COMMENT: 'putComment',
  DELIVERY_COMMENT: 'putDeliveryComment',
  REGISTRATION_REASON: 'putRegistrationReason',
  UNREGISTER_REASON: 'unregister',
  FORCED_TRANSFER: 'putForcedTransfer',
  ENTRIES_ISSUE: 'issueEntries',
  ENTRIES_IMPORT: 'importEntries',
  ENTRIES_ONRAMP: 'onRampEntries',
  ENTRIES_REORG: 'reorgEntries',
  ENTRY_TERMINATION: 'terminateEntry',
} as const satisfies Record<PushedRecordKind, PushedCall>

/** `peer`: whether the server answered; a push that was not tried says nothing about it. `reason`: for the log alone. */
export type Delivered = PushResult & { peer: 'answered' | 'away' | 'not tried'; reason: string | null }
export type Deliver = (row: OutboxRow, signal: AbortSignal) => Promise<Delivered>

type Options = {
  config: Pick<Config, 'nodeKey' | 'chainId' | 'allowPrivatePeers' | 'documentsDir'>
  database: Database
}

export function createDeliver({ config, database }: Options): Deliver {
  const signer = createLocalSigner(config.nodeKey, { chainId: config.chainId })
  const fetch = createPeerFetch({ allowPrivate: config.allowPrivatePeers })
  const db = database.kysely

  async function push(row: OutboxRow, baseUrl: string, signal: AbortSignal): Promise<DetailsStatus> {
    const control = { timeoutMs: TIMEOUT_MS, signal }
    const client = createClient({ baseUrl, signer, chainId: config.chainId, fetch })
    await discoverVersion(client, control)
    const common = { sendingTenantAddr: row.sending_tenant }
    if (row.event === 'INSTRUMENT_DETAILS') {
      const details = await findInstrumentDetails(db, row.entity_id, row.fingerprint)
      if (details === undefined) throw new Gone()
      const body = { ...common, instrumentId: row.entity_id as InstrumentId, details }
      return (await call(client, 'putInstrumentDetails', { body, ...control })).status
    }
    const { event } = row
    if (event === 'DOCUMENT') {
      const document = await findOwnDocument(db, row.sending_tenant, row.fingerprint)
      if (document === undefined) throw new Gone()
      const { documentsDir } = config
      return pushDocument(client, { documentsDir, document, sender: row.sending_tenant, signal })
    }
    const receivingTenantAddr: Address = row.destination_tenant
    if (event !== 'DELIVERY_DETAILS') {
      const record = await findPrivateRecord(db, row.sending_tenant, event, row.fingerprint)
      if (record === undefined) throw new Gone()
      // Stored from a body that this very call's schema has taken.
      const named = { ...common, receivingTenantAddr, fingerprint: row.fingerprint }
      const body = { ...(record.data as object), ...named } as never
      return (await call(client, PUSH_CALLS[event], { body, ...control })).status
    }
    const details = await findDetails(db, row.sending_tenant, row.entity_id, row.fingerprint)
    if (details === undefined) throw new Gone()
    const body = { ...common, receivingTenantAddr, deliveryId: row.entity_id as DeliveryId, details }
    return (await call(client, 'putDeliveryDetails', { body, ...control })).status
  }

  return async (row, signal) => {
    const baseUrl = await findApiUrl(db, row.destination_tenant)
    if (baseUrl === undefined) return done('NO_ELIGIBLE_TENANTS', 'not tried')
    try {
      return done(await push(row, baseUrl, signal), 'answered')
    } catch (error) {
      // This server stops: nobody has failed, and the push is due when it comes back.
      if (signal.aborted) return { ...unchanged(row), peer: 'not tried', reason: null }
      return failed(error, row)
    }
  }
}

const unchanged = ({ status, last_error: lastError }: OutboxRow) => ({
  status,
  lastError,
  nextAttemptAt: nowSeconds(),
})

const done = (status: PushResult['status'], peer: Delivered['peer']): Delivered => ({
  status,
  lastError: null,
  nextAttemptAt: null,
  peer,
  reason: null,
})

/** The data went before it was pushed: the ledger has taken the delivery back. */
class Gone extends Error {
  override name = 'Gone'
  override message = 'The data is no longer here.'
}

/** Retries a peer that refuses less and less often; one that is away, or has not indexed the event yet, soon. */
function failed(error: unknown, row: Pick<OutboxRow, 'attempts' | 'last_error'>): Delivered {
  const isEarly = error instanceof ApiError && error.code === 'notYetIndexed'
  const peer = error instanceof Gone ? 'not tried' : isAway(error) ? 'away' : 'answered'
  const refusedWait = isEarly ? EARLY_WAIT_SECONDS : LONGEST_WAIT_SECONDS
  // While the server is away, that alone holds the push back.
  const wait = peer === 'away' ? 0 : retryDelay(row.attempts, refusedWait)
  return {
    status: isEarly ? 'PENDING' : 'REQUEST_FAILED',
    lastError: sentence(error, row.last_error).slice(0, 300),
    reason: reasonOf(error),
    nextAttemptAt: error instanceof Gone ? null : nowSeconds() + wait,
    peer,
  }
}

/** Nothing answered, or a proxy did in the server's place, or the server has too much to do for anything else as well. */
const isAway = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429

/** What a user can act on. A system error names hosts and ports: these belong in the log. */
function sentence(error: unknown, before: string | null): string {
  if (!(error instanceof Error)) return 'The push failed.'
  const { cause, message } = error
  if (!(cause instanceof Error)) return message
  if (!('code' in cause)) return `${message} ${cause.message}`
  const silence = `${message} It has not answered since `
  if (before?.startsWith(silence) === true) return before
  return `${silence}${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC.`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message
}

// A document goes to another server as the upload that brought it here: read from disk once to be hashed and signed, and
// once more to be sent.

type Push = { documentsDir: string; document: OwnDocument; sender: Address; signal: AbortSignal }

export async function pushDocument(
  client: Client,
  { documentsDir, document, sender, signal }: Push,
): Promise<DetailsStatus> {
  const { fingerprint, contentFp, name, mediaType, size, salt, instrumentId } = document
  const { contentType, head, tail } = documentBody({
    salt: salt as typeof fingerprint,
    name,
    mediaType,
    ...(instrumentId === null ? {} : { instrumentId }),
    sendingTenantAddr: sender,
    fingerprint,
    size,
  })
  async function* body() {
    yield head
    yield* createReadStream(join(documentsDir, contentFp)) as AsyncIterable<Uint8Array>
    yield tail
  }
  const hash = createHash('sha256')
  await pipeline(Readable.from(body()), hash)
  const length = head.length + size + tail.length
  const open = () => Readable.toWeb(Readable.from(body(), { objectMode: false })) as ReadableStream
  const sent = { contentType, length, sha256: hash.digest('hex'), open }
  return (await upload(client, sent, { signal })).status
}
