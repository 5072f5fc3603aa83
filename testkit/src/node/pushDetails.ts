// Private data comes in as it does in life: before its delivery is on the ledger or after, twice, in any order, and sometimes
// wrong.
import { Address, DeliveryId } from '@connex/protocol'
import { ApiError } from '../../../node/src/api/ApiError.ts'
import type { Database } from '../../../node/src/storage/engine/openDatabase.ts'
import type { Viewer } from '../../../node/src/storage/queries/viewers.ts'
import { receiveDeliveryDetails } from '../../../node/src/sync/receiveDeliveryDetails.ts'
import type { RandomActor } from './createPlayer.ts'
import { detailsOf } from './playDeliveries.ts'
import type { Delivery } from './playDeliveries.ts'
import type { Random } from './seeded.ts'
import type { Member, LedgerFixture } from './World.ts'

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
    config: { hostedTenants: hosted.map(({ tenant }) => Address.parse(tenant)) },
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

const bodyOf = ({ id, creator }: Delivery, isOwn: boolean, isWrong: boolean) => ({
  deliveryId: DeliveryId.parse(id),
  details: { ...detailsOf(id), ...(isWrong ? { description: 'Something else' } : {}) },
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
