// One push: what the outbox holds goes to the other tenant's server, signed by the node account.
import { ApiError, call, createClient, createLocalSigner, discoverVersion } from '@connex/sdk/http'
import type { Address, DetailsStatus, InstrumentId, DeliveryId } from '@connex/protocol'
import type { PushedCall } from '../api/authorize.ts'
import type { Config } from '../config.ts'
import { findDetails } from '../storage/deliveryDetails.ts'
import { findOwnDocument } from '../storage/documents.ts'
import { findInstrumentDetails } from '../storage/instrumentDetails.ts'
import type { Database } from '../storage/openDatabase.ts'
import type { OutboxRow, PushResult } from '../storage/outbox.ts'
import { findPrivateRecord } from '../storage/privateRecords.ts'
import type { PushedRecordKind } from '../storage/recordTables.ts'
import { nowSeconds } from '../storage/queryable.ts'
import { findApiUrl } from '../storage/tenants.ts'
import { createPeerFetch } from './createPeerFetch.ts'
import { pushDocument } from './pushDocument.ts'

const TIMEOUT_MS = 15_000
const LONGEST_WAIT_S = 300

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

/** `isAway`: the server did not answer at all, and will not answer the next push either. */
export type Delivered = PushResult & { isAway: boolean }
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
    if (baseUrl === undefined) return done('NO_ELIGIBLE_TENANTS')
    try {
      return done(await push(row, baseUrl, signal))
    } catch (error) {
      // This server stops: nobody has failed, and the push is due when it comes back.
      if (signal.aborted)
        return { status: row.status, lastError: row.last_error, nextAttemptAt: nowSeconds(), isAway: true }
      return failed(error, row.attempts)
    }
  }
}

const done = (status: PushResult['status']): Delivered => ({
  status,
  lastError: null,
  nextAttemptAt: null,
  isAway: false,
})

/** The data went before it was pushed: the ledger has taken the delivery back. */
class Gone extends Error {
  override name = 'Gone'
  override message = 'The data is no longer here.'
}

/** A peer that has not indexed the event yet is asked again soon; one that does not answer, ever more seldom. */
function failed(error: unknown, attempts: number): Delivered {
  const isEarly = error instanceof ApiError && error.code === 'notYetIndexed'
  const most = Math.min(2 ** Math.min(attempts, 10), isEarly ? 10 : LONGEST_WAIT_S)
  // Between the half and the whole of it, so that many that failed together do not come back together.
  const wait = Math.ceil(most * (0.5 + Math.random() / 2))
  return {
    status: isEarly ? 'PENDING' : 'REQUEST_FAILED',
    lastError: sentence(error).slice(0, 300),
    nextAttemptAt: error instanceof Gone ? null : nowSeconds() + wait,
    isAway: !(error instanceof ApiError || error instanceof Gone),
  }
}

/** What an operator can act on: the refusal itself stands behind the SDK's 'cannot be reached'. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return 'The push failed.'
  const cause = error.cause instanceof Error ? ` ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
