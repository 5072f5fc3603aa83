// What a server holds of private data, beside what it should hold by what its index says of the deliveries.
import { Address, fingerprintOf } from '@connex/protocol'
import type { Database } from '../../../node/src/storage/engine/openDatabase.ts'
import type { Comparison } from './compareIndex.ts'
import type { RandomActor } from './createPlayer.ts'
import { detailsOf } from './playDeliveries.ts'
import type { LedgerFixture } from './World.ts'

/** Call it after every delivery's details were given once at least since the index stands still. */
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
  const statuses = held.map((row) => {
    const isRight = row.fingerprint === fingerprintOf(detailsOf(row.delivery_id as `0x${string}`))
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
