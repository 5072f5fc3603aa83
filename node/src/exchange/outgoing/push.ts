// One push: sends an outbox row's data to the other tenant's server, signed by the node account.
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
  discoverVersion,
  documentBody,
  KeyError,
  upload,
} from '@connex/sdk/http'
import type { Client, Signer } from '@connex/sdk/http'
import type { PushedCall } from '../../common/access.ts'
import type { Config } from '../../common/config.ts'
import { createPeerFetch } from '../../common/peerFetch.ts'
import type { PeerOptions } from '../../common/peerFetch.ts'
import { nowSeconds } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { findApiUrl } from '../../storage/queries/tenants.ts'
import type { PushedRecordKind } from '../../storage/schema/recordTables.ts'
import { findDetails } from '../../storage/sharing/deliveryDetails.ts'
import { findOwnDocument } from '../../storage/sharing/documents.ts'
import type { OwnDocument } from '../../storage/sharing/documents.ts'
import { findInstrumentDetails } from '../../storage/sharing/instrumentDetails.ts'
import type { OutboxRow, PushResult } from '../../storage/sharing/outbox.ts'
import { findPrivateRecord } from '../../storage/sharing/privateRecords.ts'
import { EARLY_WAIT_SECONDS, LONGEST_WAIT_SECONDS, retryDelay } from '../../storage/sharing/retryDelay.ts'

const TIMEOUT_MS = 15_000

/** Each kind of private record is pushed by the call that received it from its author. */
const PUSH_CALLS = {
  COMMENT: 'putComment',
  DELIVERY_COMMENT: 'putDeliveryComment',
  DEAL_MESSAGE: 'putDealMessage',
  REGISTRATION_REASON: 'putRegistrationReason',
  UNREGISTER_REASON: 'unregister',
  FORCED_TRANSFER: 'putForcedTransfer',
  ENTRIES_ISSUE: 'issueEntries',
  ENTRIES_IMPORT: 'importEntries',
  ENTRIES_ONRAMP: 'onRampEntries',
  ENTRIES_REORG: 'reorgEntries',
  ENTRY_TERMINATION: 'terminateEntry',
} as const satisfies Record<PushedRecordKind, PushedCall>

/** `peer`: whether the server answered; a push that was not tried shows nothing about it. `reason` and `url`: for the log only. */
export type PushOutcome = PushResult & {
  peer: 'answered' | 'unreachable' | 'not tried'
  reason: string | null
  url?: string | undefined
}
export type Push = (row: OutboxRow, signal: AbortSignal) => Promise<PushOutcome>

type Options = {
  config: Pick<Config, 'chainId' | 'documentsDir' | keyof PeerOptions>
  database: Database
  /** The node account's. */
  signer: Signer
}

export function createPush({ config, database, signer }: Options): Push {
  const { chainId, documentsDir } = config
  const fetch = createPeerFetch(config)
  const db = database.kysely

  return async (row, signal) => {
    const baseUrl = await findApiUrl(db, row.destination_tenant)
    if (baseUrl === undefined) return succeeded('NO_ELIGIBLE_TENANTS', 'not tried')
    try {
      const client = createClient({ baseUrl, signer, chainId, fetch })
      return {
        ...succeeded(await send({ client, db, documentsDir, signal }, row), 'answered'),
        url: baseUrl,
      }
    } catch (error) {
      // This server is stopping: nothing has failed, and the push is due once it is back.
      if (signal.aborted) return { ...unchanged(row), peer: 'not tried', reason: null }
      return { ...failed(error, row), url: baseUrl }
    }
  }
}

type Sending = { client: Client; db: Queryable; documentsDir: string; signal: AbortSignal }

/** Loads the data and makes the call of the row's event. */
async function send({ client, db, documentsDir, signal }: Sending, row: OutboxRow): Promise<DetailsStatus> {
  const { event, sending_tenant: sendingTenantAddr, destination_tenant: receivingTenantAddr } = row
  const { entity_id: entityId, fingerprint } = row
  const control = { timeoutMs: TIMEOUT_MS, signal }
  await discoverVersion(client, control)
  if (event === 'INSTRUMENT_DETAILS') {
    const details = present(await findInstrumentDetails(db, entityId, fingerprint))
    const body = { sendingTenantAddr, instrumentId: entityId as InstrumentId, details }
    return (await call(client, 'putInstrumentDetails', { body, ...control })).status
  }
  if (event === 'DOCUMENT') {
    const document = present(await findOwnDocument(db, sendingTenantAddr, fingerprint))
    return pushDocument(client, { documentsDir, document, sender: sendingTenantAddr, signal })
  }
  if (event === 'DELIVERY_DETAILS') {
    const details = present(await findDetails(db, sendingTenantAddr, entityId, fingerprint))
    const body = { sendingTenantAddr, receivingTenantAddr, deliveryId: entityId as DeliveryId, details }
    return (await call(client, 'putDeliveryDetails', { body, ...control })).status
  }
  const record = present(await findPrivateRecord(db, sendingTenantAddr, event, fingerprint))
  // Stored from a body that this call's schema accepted.
  const addressed = { sendingTenantAddr, receivingTenantAddr, fingerprint }
  const body = { ...(record.data as object), ...addressed } as never
  return (await call(client, PUSH_CALLS[event], { body, ...control })).status
}

/** The data was deleted before it was pushed: a chain reorg has removed its delivery. */
class DataWithdrawn extends Error {
  override name = 'DataWithdrawn'
  override message = 'The data has been withdrawn.'
}

function present<Data>(data: Data | undefined): Data {
  if (data === undefined) throw new DataWithdrawn()
  return data
}

const unchanged = ({ status, last_error: lastError }: OutboxRow) => ({
  status,
  lastError,
  nextAttemptAt: nowSeconds(),
})

const succeeded = (status: PushResult['status'], peer: PushOutcome['peer']): PushOutcome => ({
  status,
  lastError: null,
  nextAttemptAt: null,
  peer,
  reason: null,
})

/** Backs off from a peer that refuses; one that is unreachable, or has not indexed the event yet, is retried soon. */
function failed(error: unknown, row: Pick<OutboxRow, 'attempts' | 'last_error'>): PushOutcome {
  const isEarly = error instanceof ApiError && error.code === 'notYetIndexed'
  const isOwn = error instanceof DataWithdrawn || isOfSigner(error)
  const peer = isOwn ? 'not tried' : isUnreachable(error) ? 'unreachable' : 'answered'
  const refusedWait = isEarly || isOfSigner(error) ? EARLY_WAIT_SECONDS : LONGEST_WAIT_SECONDS
  // Pushes to an unreachable server wait for its probe only.
  const wait = peer === 'unreachable' ? 0 : retryDelay(row.attempts, refusedWait)
  return {
    status: isEarly ? 'PENDING' : 'REQUEST_FAILED',
    lastError: errorText(error, row.last_error).slice(0, 300),
    reason: reasonOf(error),
    nextAttemptAt: error instanceof DataWithdrawn ? null : nowSeconds() + wait,
    peer,
  }
}

/** This server's own key: nothing was sent, and it says nothing about the peer. */
const isOfSigner = (error: unknown): boolean => error instanceof KeyError

/** Nothing answered, or a proxy did in the server's place, or the server is overloaded. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429

/** For users. A system error contains hosts and ports, which belong in the log. */
function errorText(error: unknown, lastError: string | null): string {
  if (!(error instanceof Error)) return 'The push failed.'
  const { cause, message } = error
  if (!(cause instanceof Error)) return message
  if (!('code' in cause)) return `${message} ${cause.message}`
  const silence = `${message} It has not answered since `
  if (lastError?.startsWith(silence) === true) return lastError
  return `${silence}${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC.`
}

/** For the log. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message
}

type DocumentPush = { documentsDir: string; document: OwnDocument; sender: Address; signal: AbortSignal }

/** Reads the document from disk twice: once to hash and sign it, and again to send it. */
async function pushDocument(
  client: Client,
  { documentsDir, document, sender, signal }: DocumentPush,
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
  const request = { contentType, length, sha256: hash.digest('hex'), open }
  return (await upload(client, request, { signal })).status
}
