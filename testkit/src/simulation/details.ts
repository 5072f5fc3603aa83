// What a server holds of private data, beside what it should hold by what its index says of the deliveries.
import { Address, DeliveryId, fingerprintOf } from '@connex/protocol'
import { ApiError } from '../../../node/src/common/errors.ts'
import type { Database } from '../../../node/src/storage/engine/openDatabase.ts'
import type { Viewer } from '../../../node/src/storage/queries/viewers.ts'
import { receiveDeliveryDetails } from '../../../node/src/exchange/incoming/deliveryDetails.ts'
import type { Comparison } from '../index/comparison.ts'
import type { LedgerFixture, Member } from '../ledger/members.ts'
import type { Random } from '../random.ts'
import type { Delivery } from './deliveries.ts'
import type { RandomActor } from './randomActor.ts'

/** Call it once the index is idle and every delivery's details were given at least once since. */
export async function compareDetails(
  { kysely }: Database,
  { registrar, banks, issuer }: LedgerFixture,
  hosted: readonly Address[],
  player: RandomActor,
): Promise<Comparison> {
  const everybody = [registrar, issuer, ...banks].map(({ tenant }) => Address.parse(tenant))
  const indexed = await kysely
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('to_block', 'is', null)
    .execute()
  const onLedger = new Set<string>(indexed.map((row) => row.delivery_id))
  const held = await kysely
    .selectFrom('delivery_details')
    .select(['tenant', 'delivery_id', 'fingerprint', 'status'])
    .execute()
  const outbox = await kysely.selectFrom('outbox').select(['entity_id', 'destination_tenant']).execute()

  const wanted: string[] = []
  const wantedPushes: string[] = []
  for (const { id, creator, legs } of player.deliveries()) {
    const tenant = Address.parse(creator.tenant)
    if (!onLedger.has(id)) continue
    const named = legs.flatMap((leg) => [leg.sender, leg.receiver, leg.registrar, leg.txCoordinator])
    const parties = everybody.filter((party) => named.some((one) => Address.parse(one) === party))
    for (const party of parties) {
      if (hosted.includes(party)) wanted.push(`${party} ${id}`)
      else if (hosted.includes(tenant)) wantedPushes.push(`${party} ${id}`)
    }
  }
  const fingerprints = new Map<string, string>(
    player.deliveries().map(({ id, details }) => [id, fingerprintOf(details)]),
  )
  const statuses = held.map((row) => {
    const isRight = row.fingerprint === fingerprints.get(row.delivery_id)
    const should = !onLedger.has(row.delivery_id) ? 'PENDING' : isRight ? 'SYNCED' : 'FINGERPRINT_MISMATCH'
    return { of: `${row.tenant} ${row.delivery_id} ${row.fingerprint}`, is: row.status, should }
  })
  const synced = held
    .filter((row) => row.status === 'SYNCED')
    .map((row) => `${row.tenant} ${row.delivery_id}`)
  return {
    actual: {
      details: synced.toSorted(),
      detailStatuses: statuses.map(({ of, is }) => `${of} ${is}`),
      pushes: outbox.map((row) => `${row.destination_tenant} ${row.entity_id}`).toSorted(),
    },
    expected: {
      details: wanted.toSorted(),
      detailStatuses: statuses.map(({ of, should }) => `${of} ${should}`),
      pushes: wantedPushes.toSorted(),
    },
  }
}

// Private data comes in as it does in life: before its delivery is on the ledger or after, twice, in any order, and sometimes
// wrong.

/**
 * Of each delivery with this chance, some of them wrong where it is below 1; the first two banks are hosted here, everybody
 * else is elsewhere.
 */
export async function pushDetails(
  random: Random,
  { banks }: LedgerFixture,
  database: Database,
  player: RandomActor,
  chance: number,
): Promise<void> {
  const hosted = banks.slice(0, 2)
  const context = {
    config: {
      hostedTenants: hosted.map(({ tenant }) => Address.parse(tenant)),
      allowPrivatePeers: false,
      peerNetworks: [],
      peerCa: undefined,
      peerProxy: undefined,
    },
    database,
    wakeSync: () => undefined,
  }
  const chosen = player.deliveries().filter(() => random.chance(chance))
  const pushes = chosen.flatMap((delivery) => Array.from({ length: random.below(2) + 1 }, () => delivery))
  for (const delivery of pushes.toSorted(() => random.below(3) - 1)) {
    const isOwn = hosted.includes(delivery.creator)
    const isWrong = !isOwn && chance < 1 && random.chance(0.2)
    const viewer = isOwn ? userOf(delivery.creator) : nodeOf(delivery.creator)
    await receiveDeliveryDetails(context, viewer, bodyOf(delivery, isOwn, isWrong)).catch(refused)
  }
}

/** A push for a delivery that is not there yet, or of which nobody here is a party, comes again or does not. */
function refused(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}

const bodyOf = ({ id, details, creator }: Delivery, isOwn: boolean, isWrong: boolean) => ({
  deliveryId: DeliveryId.parse(id),
  details: { ...details, ...(isWrong ? { description: 'Something else' } : {}) },
  ...(isOwn ? {} : { sendingTenantAddr: Address.parse(creator.tenant) }),
})

const nodeOf = ({ tenant, user }: Member): Viewer => ({
  kind: 'node',
  address: Address.parse(user.address),
  grantedBy: [Address.parse(tenant)],
})

function userOf({ tenant, user, name }: Member): Viewer {
  const address = Address.parse(user.address)
  return {
    kind: 'user',
    address,
    tenant: Address.parse(tenant),
    tenantPrivileges: ['registry.INVESTOR'],
    user: {
      address,
      name,
      privileges: ['delivery.BACKOFFICE'],
      instancePrivileges: [],
    } as unknown as Extract<Viewer, { kind: 'user' }>['user'],
  }
}
