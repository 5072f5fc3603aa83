// Receives a delivery's private details: from the tenant's own user before the delivery is published, or pushed by another
// party's server once both have indexed it. Only this server's own index decides who is a party and which fingerprint is right.
import { fingerprintOf, isParty } from '@connex/protocol'
import type { Address, CallAnswer, CallBody, Delivery, Fingerprint } from '@connex/protocol'
import { holds, speaksFor } from '../../common/access.ts'
import type { Config } from '../../common/config.ts'
import { ApiError, lacksPrivilege, notPushedFor } from '../../common/errors.ts'
import { findPeerOffer } from '../../common/peerOffer.ts'
import { inTransaction } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { announceDetails } from '../../storage/projections/announcements.ts'
import { findDelivery } from '../../storage/queries/deliveries.ts'
import { findApiUrl } from '../../storage/queries/tenants.ts'
import type { Viewer } from '../../storage/queries/viewers.ts'
import {
  deleteMismatches,
  distributeDeliveryDetails,
  findPendingFingerprint,
  statusOf,
  storeDetails,
} from '../../storage/sharing/deliveryDetails.ts'

type Context = {
  config: Pick<Config, 'hostedTenants'> & Parameters<typeof findPeerOffer>[0]
  database: Database
  wakeSync: () => void
}
type Body = CallBody<'putDeliveryDetails'>
type Answer = CallAnswer<'putDeliveryDetails'>

export async function receiveDeliveryDetails(context: Context, viewer: Viewer, body: Body): Promise<Answer> {
  const fingerprint = fingerprintOf({ ...body.details })
  const { sendingTenantAddr: sender } = body
  const receive =
    sender === undefined
      ? (trx: Queryable) => storeOwn(trx, context, viewer, { body, fingerprint })
      : (trx: Queryable) => storePushed(trx, context, viewer, { body, fingerprint, sender })
  const answer = await inTransaction(context.database.kysely, receive)
  // Details whose delivery is not on the ledger yet go to nobody.
  if (answer.status !== 'PENDING') context.wakeSync()
  return answer
}

/** An event is not stored, so that it is not published, while the server of another party of its deal would refuse the details. */
export async function requirePeers(
  { config, database }: Pick<Context, 'config' | 'database'>,
  viewer: Viewer,
  { details, sendingTenantAddr: sender }: Body,
): Promise<void> {
  const { deal, openingDeliveryId } = details
  if (sender !== undefined || viewer.kind !== 'user' || deal === undefined || openingDeliveryId === undefined)
    return
  const opening = await findDelivery(database.kysely, openingDeliveryId)
  if (opening === undefined || !isParty(opening, viewer.tenant)) return
  const parties = opening.legs.flatMap((leg) => [leg.sender, leg.receiver, leg.registrar, leg.txCoordinator])
  const others = [...new Set(parties)].filter((party) => !config.hostedTenants.includes(party))
  const urls = await Promise.all(
    others.map(async (party) => (await findApiUrl(database.kysely, party)) ?? ''),
  )
  const known = [...new Set(urls)].filter((url) => url !== '')
  const offers = await Promise.all(known.map((url) => findPeerOffer(config, url)))
  // One that does not answer gets the details later.
  if (offers.some((offer) => offer !== undefined && !offer.features.includes('deals')))
    throw new ApiError('peerTooOld')
}

type Own = { body: Body; fingerprint: Fingerprint }

async function storeOwn(
  trx: Queryable,
  { config }: Context,
  viewer: Viewer,
  { body, fingerprint }: Own,
): Promise<Answer> {
  const { deliveryId, details } = body
  if (viewer.kind !== 'user' || !holds(viewer.user, 'delivery.BACKOFFICE'))
    throw lacksPrivilege(['delivery.BACKOFFICE'])
  const { tenant } = viewer
  const delivery = await findDelivery(trx, deliveryId)
  if (delivery === undefined) {
    const pending = await findPendingFingerprint(trx, tenant, deliveryId)
    if (pending !== undefined && pending !== fingerprint) throw new ApiError('alreadyStored')
  } else if (!isParty(delivery, tenant)) throw new ApiError('forbidden')
  const row = { tenant, delivery_id: deliveryId, fingerprint, details, sender: null }
  const status = statusOf(fingerprint, delivery?.privateDataFp ?? null)
  if (status === 'FINGERPRINT_MISMATCH') await deleteMismatches(trx, row)
  await storeDetails(trx, { ...row, status: 'PENDING' })
  const changed = delivery && (await distributeDeliveryDetails(trx, [deliveryId], config.hostedTenants))
  await announceDetails(trx, changed ?? [])
  return { fingerprint, status }
}

type Pushed = { body: Body; fingerprint: Fingerprint; sender: Address }

async function storePushed(
  trx: Queryable,
  { config }: Context,
  viewer: Viewer,
  { body, fingerprint, sender }: Pushed,
): Promise<Answer> {
  const { deliveryId, details } = body
  if (!speaksFor(viewer, sender)) throw notPushedFor(sender, viewer.address)
  const delivery = await findDelivery(trx, deliveryId)
  if (delivery === undefined) throw new ApiError('notYetIndexed')
  if (!isParty(delivery, sender)) throw new ApiError('forbidden')
  const receivers = receiversOf(delivery, config.hostedTenants, body.receivingTenantAddr)
  if (receivers.length === 0) throw new ApiError('forbidden')
  const status = statusOf(fingerprint, delivery.privateDataFp)
  for (const tenant of receivers) {
    const row = { tenant, delivery_id: deliveryId, fingerprint, details, sender, status }
    if (status === 'FINGERPRINT_MISMATCH') await deleteMismatches(trx, row)
    await storeDetails(trx, row)
  }
  await announceDetails(
    trx,
    receivers.map((tenant) => ({ tenant, id: deliveryId })),
  )
  return { fingerprint, status }
}

/** The hosted tenants among the parties, or one of them. */
function receiversOf(
  delivery: Delivery,
  hosted: readonly Address[],
  receiver: Address | undefined,
): Address[] {
  const parties = hosted.filter((tenant) => isParty(delivery, tenant))
  return receiver === undefined ? parties : parties.filter((tenant) => tenant === receiver)
}
