// Deliveries, built from their rows. A delivery has a transfer view for each of its parties and for nobody else, so a join with
// the views is the access check.
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Address, CallQuery, Delivery, DeliveryId, Page, Paging, TxHash } from '@connex/protocol'
import { isAuditedAs, withAuditIds } from './audit.ts'
import { blockAt } from '../lists/asOf.ts'
import { validAt } from '../projections/validAt.ts'
import { expiresWithin } from '../lists/conditions.ts'
import { buildDelivery } from '../projections/deliveryRows.ts'
import type { DeliveryRows } from '../projections/deliveryRows.ts'
import { page } from '../lists/page.ts'
import { openingOf } from '../projections/dealRows.ts'
import type { Queryable } from '../engine/database.ts'

type DeliveryFilters = CallQuery<'deliveries'>

/** The deliveries in which a tenant takes part, the newest first. */
export async function listDeliveries(
  db: Queryable,
  tenant: Address,
  filters: DeliveryFilters,
  paging: Paging,
): Promise<Page<Delivery & { auditIds: string[] }>> {
  const block = await blockAt(db, filters)
  let visible = db
    .selectFrom('deliveries as d')
    .innerJoin('transfer_views as v', (join) =>
      join.onRef('v.delivery_id', '=', 'd.delivery_id').on('v.viewer', '=', tenant).on(validAt('v', block)),
    )
    .select([
      'd.delivery_id',
      'd.state',
      'd.value_date',
      'v.expires_at',
      'd.created_at',
      'd.created_block',
      'd.created_log_index',
    ])
    .where(validAt('d', block))
  if (filters.deliveryIds !== undefined) visible = visible.where('d.delivery_id', 'in', filters.deliveryIds)
  if (filters.deliveryState !== undefined) visible = visible.where('d.state', 'in', filters.deliveryState)
  const { deliveryManagerAddr, initiator, entityId, fingerprints, openingDeliveryIds, auditIds } = filters
  if (deliveryManagerAddr !== undefined)
    visible = visible.where('d.delivery_manager', '=', deliveryManagerAddr)
  if (initiator !== undefined) visible = visible.where('d.creator', '=', initiator)
  if (entityId !== undefined) visible = visible.where('d.delivery_id', '=', entityId as DeliveryId)
  if (fingerprints !== undefined) visible = visible.where('d.private_data_fp', 'in', fingerprints)
  if (openingDeliveryIds !== undefined) visible = visible.where(closes(tenant, openingDeliveryIds))
  if (auditIds !== undefined) visible = visible.where(isAuditedAs(tenant, auditIds, sql`d.delivery_id`))
  for (const condition of expiresWithin(filters)) visible = visible.where(condition)
  for (const condition of ofLegs(filters))
    visible = visible.where(
      sql<boolean>`EXISTS (SELECT 1 FROM legs l WHERE l.delivery_id = d.delivery_id AND ${condition})`,
    )
  const rows = await page(visible, paging, {
    sorts: {
      createdAt: 'd.created_block',
      valueDate: 'd.value_date',
      expiresAt: 'v.expires_at',
      deliveryState: 'd.state',
      deliveryId: 'd.delivery_id',
    },
    defaultSort: 'createdAt',
    defaultOrder: 'desc',
    search: ['d.delivery_id', 'd.state'],
    nullable: ['v.expires_at'],
    unique: ['d.created_block', 'd.created_log_index', 'd.delivery_id'],
  })
  const ids = rows.items.map((row) => row.delivery_id)
  const items = await loadDeliveries(db, ids, block, tenant)
  return { ...rows, items: await withAuditIds(db, tenant, items, 'deliveryId') }
}

/** Uses the details with the ledger's fingerprint. */
const closes = (tenant: Address, openings: readonly DeliveryId[]): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (
    SELECT 1 FROM delivery_details p
    WHERE p.tenant = ${tenant} AND ${openingOf('p')} IN (${sql.join(openings)})
      AND p.delivery_id = d.delivery_id AND p.fingerprint = d.private_data_fp)`

/** Conditions on legs; different legs may meet them. */
function ofLegs(filters: DeliveryFilters): RawBuilder<unknown>[] {
  const { participant, sender, receiver, registrar, txCoordinator, legEntityId, legIdx } = filters
  return [
    participant && sql`${participant} IN (l.sender, l.receiver, l.registrar, l.tx_coordinator)`,
    sender && sql`l.sender = ${sender}`,
    receiver && sql`l.receiver = ${receiver}`,
    registrar && sql`l.registrar = ${registrar}`,
    txCoordinator && sql`l.tx_coordinator = ${txCoordinator}`,
    legEntityId && sql`l.reference = ${legEntityId}`,
    legIdx === undefined ? undefined : sql`l.leg_idx = ${legIdx}`,
  ].filter((condition) => condition !== undefined)
}

/** In the order of the ids, as of a block or now; leaves out ids that the index does not have. Users as the viewer knows them. */
export async function loadDeliveries(
  db: Queryable,
  ids: readonly DeliveryId[],
  block?: number,
  viewer?: Address,
): Promise<Delivery[]> {
  if (ids.length === 0) return []
  const rows = await readRows(db, ids, block)
  const deliveries = ids.flatMap((id) => {
    const found = rows.get(id)
    return found === undefined ? [] : buildDelivery(found)
  })
  return viewer === undefined ? deliveries : withSigners(db, viewer, deliveries)
}

/** Adds which of the tenant's own users signed; says nothing about other tenants' users. */
async function withSigners(
  db: Queryable,
  tenant: Address,
  deliveries: readonly Delivery[],
): Promise<Delivery[]> {
  const own = deliveries.flatMap(({ creator, createdTxHash, confirmations, cancelVotes }) => [
    ...(creator === tenant ? [createdTxHash] : []),
    ...[...confirmations, ...cancelVotes].filter((one) => one.tenant === tenant).map(({ txHash }) => txHash),
  ])
  if (own.length === 0) return [...deliveries]
  const rows = await db
    .selectFrom('batch_signers as b')
    .leftJoin('users as u', (join) =>
      join.onRef('u.tenant', '=', 'b.tenant').onRef('u.address', '=', 'b.user_address'),
    )
    .select(['b.tx_hash', 'b.user_address', 'u.name'])
    .where('b.tenant', '=', tenant)
    .where('b.is_sender', '=', true)
    .where('b.tx_hash', 'in', [...new Set(own)])
    .execute()
  const signers = new Map(rows.map((row) => [row.tx_hash, { address: row.user_address, name: row.name }]))
  const signed = <Fact extends { tenant: Address; txHash: TxHash }>(fact: Fact) => ({
    ...fact,
    user: fact.tenant === tenant ? (signers.get(fact.txHash) ?? null) : null,
  })
  return deliveries.map((delivery) => ({
    ...delivery,
    createdByUser: delivery.creator === tenant ? (signers.get(delivery.createdTxHash) ?? null) : null,
    confirmations: delivery.confirmations.map(signed),
    cancelVotes: delivery.cancelVotes.map(signed),
  }))
}

/** One delivery; a single query if the index does not have it yet. */
export async function findDelivery(db: Queryable, id: DeliveryId): Promise<Delivery | undefined> {
  const known = await db
    .selectFrom('deliveries')
    .select('delivery_id')
    .where('delivery_id', '=', id)
    .where(validAt('deliveries'))
    .executeTakeFirst()
  if (known === undefined) return undefined
  const [delivery] = await loadDeliveries(db, [id])
  return delivery
}

async function readRows(
  db: Queryable,
  ids: readonly DeliveryId[],
  block: number | undefined,
): Promise<Map<DeliveryId, DeliveryRows>> {
  const isThere = addedBy(block)
  const [deliveries, legs, confirmations, receivingAccounts, cancelVotes] = await Promise.all([
    db
      .selectFrom('deliveries')
      .selectAll()
      .where('delivery_id', 'in', ids)
      .where(validAt('deliveries', block))
      .execute(),
    selectLegs(db, ids, block).execute(),
    db
      .selectFrom('confirmations')
      .selectAll()
      .where('delivery_id', 'in', ids)
      .where(isThere)
      .orderBy('from_block')
      .orderBy('log_index')
      .execute(),
    db
      .selectFrom('receiving_accounts')
      .selectAll()
      .where('delivery_id', 'in', ids)
      .where(isThere)
      .orderBy('from_block')
      .orderBy('log_index')
      .execute(),
    db
      .selectFrom('cancel_votes')
      .selectAll()
      .where('delivery_id', 'in', ids)
      .where(isThere)
      .orderBy('from_block')
      .orderBy('log_index')
      .execute(),
  ])
  const of = <Row extends { delivery_id: DeliveryId }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ delivery_id: id }) => id)
  const [legsOf, confirmationsOf] = [of(legs), of(confirmations)]
  const [accountsOf, votesOf] = [of(receivingAccounts), of(cancelVotes)]
  return new Map(
    deliveries.map((delivery) => {
      const { delivery_id: id } = delivery
      return [
        id,
        {
          delivery,
          legs: legsOf.get(id) ?? [],
          confirmations: confirmationsOf.get(id) ?? [],
          receivingAccounts: accountsOf.get(id) ?? [],
          cancelVotes: votesOf.get(id) ?? [],
        },
      ]
    }),
  )
}

/** Legs with their instruments: through a registry, or by its own id for a traditional leg. */
const selectLegs = (db: Queryable, ids: readonly DeliveryId[], block: number | undefined) =>
  db
    .selectFrom('legs as l')
    .leftJoin('registries as r', (join) =>
      join
        .onRef('r.registry_manager', '=', 'l.asset_manager')
        .onRef('r.registry_id', '=', 'l.asset_id' as 'r.registry_id')
        .on(validAt('r', block)),
    )
    .leftJoin('instruments as i', (join) =>
      join
        .on((on) =>
          on.or([
            on('i.instrument_id', '=', on.ref('r.instrument_id')),
            on.and([
              on('l.leg_type', '=', 'TRADITIONAL'),
              on('i.instrument_id', '=', on.ref('l.asset_id' as 'r.instrument_id')),
            ]),
          ]),
        )
        .on(validAt('i', block)),
    )
    .selectAll('l')
    .select(['i.instrument_id', 'i.identifier', 'i.decimals'])
    .where('l.delivery_id', 'in', ids)
    .orderBy('l.leg_idx')

/** Facts that were added up to a block. */
const addedBy = (block: number | undefined): RawBuilder<boolean> =>
  block === undefined ? sql<boolean>`true` : sql<boolean>`from_block <= ${block}`
