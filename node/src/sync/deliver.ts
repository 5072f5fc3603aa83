// One push: what the outbox holds goes to the other tenant's server, signed by the node account.
import { call, ConnexError, createClient, createLocalSigner, discoverVersion } from '@connex/sdk/http'
import type { Address, DetailsStatus, InstrumentId, DeliveryId } from '@connex/protocol'
import type { Config } from '../config.ts'
import { findDetails } from '../storage/deliveryDetails.ts'
import { findInstrumentDetails } from '../storage/instrumentDetails.ts'
import type { Database } from '../storage/openDatabase.ts'
import type { OutboxRow, PushResult } from '../storage/outbox.ts'
import { nowSeconds } from '../storage/queryable.ts'
import { findApiUrl } from '../storage/tenants.ts'
import { createPeerFetch } from './createPeerFetch.ts'

const TIMEOUT_MS = 15_000
const LONGEST_WAIT_S = 300

export type Deliver = (row: OutboxRow) => Promise<PushResult>

type Options = { config: Pick<Config, 'nodeKey' | 'chainId' | 'allowPrivatePeers'>; database: Database }

export function createDeliver({ config, database }: Options): Deliver {
  const signer = createLocalSigner(config.nodeKey, { chainId: config.chainId })
  const fetch = createPeerFetch({ allowPrivate: config.allowPrivatePeers })
  const db = database.kysely

  async function push(row: OutboxRow, baseUrl: string): Promise<DetailsStatus> {
    const client = createClient({ baseUrl, signer, chainId: config.chainId, fetch })
    await discoverVersion(client, { timeoutMs: TIMEOUT_MS })
    const common = { sendingTenantAddr: row.sending_tenant }
    if (row.event === 'INSTRUMENT_DETAILS') {
      const details = await findInstrumentDetails(db, row.entity_id, row.fingerprint)
      if (details === undefined) throw new Gone()
      const body = { ...common, instrumentId: row.entity_id as InstrumentId, details }
      return (await call(client, 'putInstrumentDetails', { body, timeoutMs: TIMEOUT_MS })).status
    }
    const details = await findDetails(db, row.sending_tenant, row.entity_id, row.fingerprint)
    if (details === undefined) throw new Gone()
    const receivingTenantAddr: Address = row.destination_tenant
    const body = { ...common, receivingTenantAddr, deliveryId: row.entity_id as DeliveryId, details }
    return (await call(client, 'putDeliveryDetails', { body, timeoutMs: TIMEOUT_MS })).status
  }

  return async (row) => {
    const baseUrl = await findApiUrl(db, row.destination_tenant)
    if (baseUrl === undefined) return { status: 'NO_ELIGIBLE_TENANTS', lastError: null, nextAttemptAt: null }
    try {
      return { status: await push(row, baseUrl), lastError: null, nextAttemptAt: null }
    } catch (error) {
      return failed(error, row.attempts)
    }
  }
}

/** The data went before it was pushed: the ledger has taken the delivery back. */
class Gone extends Error {
  override name = 'Gone'
  override message = 'The data is no longer here.'
}

/** A peer that has not indexed the event yet is asked again soon; one that does not answer, ever more seldom. */
function failed(error: unknown, attempts: number): PushResult {
  const isEarly = error instanceof ConnexError && error.code === 'notYetIndexed'
  const wait = Math.min(2 ** Math.min(attempts, 10), isEarly ? 10 : LONGEST_WAIT_S)
  return {
    status: isEarly ? 'PENDING' : 'REQUEST_FAILED',
    lastError: sentence(error).slice(0, 300),
    nextAttemptAt: error instanceof Gone ? null : nowSeconds() + wait,
  }
}

/** What an operator can act on: the refusal itself stands behind the SDK's 'cannot be reached'. */
function sentence(error: unknown): string {
  if (!(error instanceof Error)) return 'The push failed.'
  const cause = error.cause instanceof Error ? ` ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
