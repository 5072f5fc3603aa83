// A tenant's transfers. Filters, order and paging are plain SQL over the views that the indexer writes for each party; whole
// deliveries are built for one page only.
import { CASH_INSTRUMENT, foreignText, isCashOnly, ZERO_ADDRESS } from '@connex/protocol'
import type {
  Address,
  CallQuery,
  Delivery,
  DeliveryId,
  Page,
  Paging,
  ReferenceType,
  Transfer,
  TransferAsset,
  Unit,
} from '@connex/protocol'
import { dealEventOf, paidCash } from '@connex/protocol/deals'
import type { DealEventKind } from '@connex/protocol/deals'
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import { blockAt } from '../lists/asOf.ts'
import { validAt } from '../projections/validAt.ts'
import { expiresWithin, matchesName, shownQuantity } from '../lists/conditions.ts'
import type { Match } from '../lists/conditions.ts'
import { loadDeliveries } from './deliveries.ts'
import { loadDetails, paidCashOf, syncedDetails } from '../sharing/deliveryDetails.ts'
import type { HeldDetails } from '../sharing/deliveryDetails.ts'
import type { TransferViewsTable } from '../schema/ledgerTables.ts'
import { countAll, narrow, page } from '../lists/page.ts'
import { countViews } from '../lists/viewCount.ts'
import type { PageRules } from '../lists/page.ts'
import { instrumentTerms } from '../lists/units.ts'
import { IS_YOURS, TURN_ORDER } from '../lists/turnOrder.ts'
import type { Queryable } from '../engine/database.ts'

type TransferFilters = CallQuery<'transfers'>

type LegColumns = 'deliver' | 'receive'

/** Whether these columns are documented cash: it goes against the first leg, or is the first leg itself, with `ZERO_ADDRESS`. */
const isCash = (leg: LegColumns) =>
  sql<boolean>`(${sql.ref(`v.${leg}_registry_id`)} IS NULL AND CASE v.registry_manager
    WHEN ${sql.lit(ZERO_ADDRESS)} THEN v.direction = ${sql.lit(leg.toUpperCase())}
    ELSE v.transfer_type = 'REPO' AND v.direction <> ${sql.lit(leg.toUpperCase())} END)`

/** The shown quantity; none for an asset in no registry. */
const quantityOf = (leg: LegColumns) =>
  sql`CASE WHEN ${sql.ref(`v.${leg}_registry_id`)} IS NOT NULL
    THEN ${shownQuantity(`v.${leg}_quantity`, `v.${leg}_decimals`)} END`

/** The same with the amount of cash, which is in the private details; see `selectSorted`. */
const orderOf = (leg: LegColumns) =>
  sql`coalesce(${quantityOf(leg)}, CASE WHEN ${isCash(leg)} THEN s.amount END)`

const identifierOf = (leg: LegColumns) =>
  sql`coalesce(${sql.ref(`v.${leg}_identifier`)}, CASE WHEN ${isCash(leg)} THEN ${sql.lit(CASH_INSTRUMENT)} END)`

/** A private instrument's label, see `selectSorted`, or the identifier. */
const shownNameOf = (leg: LegColumns) =>
  sql`CASE WHEN ${sql.ref(`v.${leg}_identifier`)} ~ '^0x[0-9a-f]{64}$'
    THEN coalesce(nullif(s.word, ''), ${identifierOf(leg)}) ELSE ${identifierOf(leg)} END`

const rules: Omit<PageRules, 'search'> = {
  sorts: {
    createdAt: 'v.created_block',
    lastAt: 'v.last_at',
    turn: 'v.created_block',
    valueDate: 'v.value_date',
    expiresAt: 'v.expires_at',
    repurchaseDate: 's.word',
    deliveryId: 'v.delivery_id',
    transferType: 'v.transfer_type',
    state: 'v.state',
    direction: 'v.direction',
    custodian: 's.word',
    counterparty: 's.word',
    description: 's.word',
    deliverIdentifier: 'v.deliver_identifier',
    deliverAccount: 'v.deliver_account',
    deliverQuantity: 'v.deliver_quantity',
    receiveIdentifier: 'v.receive_identifier',
    receiveAccount: 'v.receive_account',
    receiveQuantity: 'v.receive_quantity',
  },
  orderOnly: ['turn'],
  // Conditions on times have UTC seconds.
  quantities: {
    deliverQuantity: quantityOf('deliver'),
    receiveQuantity: quantityOf('receive'),
    createdAt: sql`v.created_at`,
    lastAt: sql`v.last_at`,
    valueDate: sql`v.value_date`,
    expiresAt: sql`v.expires_at`,
  },
  orders: {
    deliverQuantity: orderOf('deliver'),
    receiveQuantity: orderOf('receive'),
    deliverIdentifier: shownNameOf('deliver'),
    receiveIdentifier: shownNameOf('receive'),
    createdAt: sql.ref('v.created_block'),
    turn: TURN_ORDER,
    repurchaseDate: sql.ref('s.word'),
  },
  defaultSort: 'createdAt',
  defaultOrder: 'desc',
  unique: ['v.created_block', 'v.created_log_index', 'v.delivery_id'],
  nullable: [
    's.word',
    'v.value_date',
    'v.expires_at',
    ...['deliver', 'receive'].flatMap((leg) => [
      `v.${leg}_identifier`,
      `v.${leg}_account`,
      `v.${leg}_quantity`,
    ]),
  ],
}

/** Selects the page's ids first; loads full rows for that page only. */
export async function listTransfers(
  db: Queryable,
  tenant: Address,
  filters: TransferFilters,
  paging: Paging,
): Promise<Page<Transfer>> {
  const block = await blockAt(db, filters)
  const sorted = selectSorted(selectViews(db, tenant, filters, block), tenant, paging.sortBy, block)
  const rows = await page(
    sorted,
    paging,
    { ...rules, ...matchingRules(tenant, block) },
    {
      db,
      key: isIndexed(filters) ? JSON.stringify(['transfers', tenant, filters]) : undefined,
      count: () => countAll(selectViews(db, tenant, filters, block)),
      recount: isOfView(filters)
        ? (earlier) => countViews(db, tenant, (at) => selectViews(db, tenant, filters, at), earlier)
        : undefined,
    },
  )
  const ids = rows.items.map((row) => row.delivery_id)
  const [views, deliveries, details] = await Promise.all([
    loadViews(db, tenant, ids, block),
    loadDeliveries(db, ids, block, tenant),
    loadDetails(db, tenant, ids),
  ])
  const byId = new Map(deliveries.map((delivery) => [delivery.deliveryId, delivery]))
  const viewById = new Map(views.map((view) => [view.delivery_id, view]))
  const items = ids.flatMap((id) => {
    const [view, delivery] = [viewById.get(id), byId.get(id)]
    return view === undefined || delivery === undefined
      ? []
      : [buildTransfer(view, delivery, details.get(id))]
  })
  return { ...rows, items }
}

/** How many transfers a list with these filters has. */
export const countTransfers = (db: Queryable, tenant: Address, filters: TransferFilters): Promise<number> =>
  countAll(selectViews(db, tenant, filters, undefined))

/** The views that a list with these filters, search and conditions has on all of its pages. */
export function selectListed(
  db: Queryable,
  tenant: Address,
  filters: TransferFilters,
  paging: Paging,
  block: number | undefined,
) {
  const found = narrow(selectViews(db, tenant, filters, block), paging, {
    ...rules,
    ...matchingRules(tenant, block),
  })
  return found.select([
    'v.delivery_id',
    'v.transfer_type',
    'v.sender',
    'v.receiver',
    'v.registry_manager',
    'v.deliver_registry_id',
    'v.deliver_instrument_id',
    'v.deliver_quantity',
    'v.deliver_decimals',
    'v.receive_registry_id',
    'v.receive_instrument_id',
    'v.receive_quantity',
    'v.receive_decimals',
  ])
}

/** Whether the result depends on the index alone, and not on the tenant's names of its accounts. */
const isIndexed = (filters: TransferFilters): boolean =>
  [
    filters.asOfTime,
    filters.reference,
    filters.dealEvent,
    filters.senderAccountCategory,
    filters.senderAccountInternalIdentifier,
    filters.receiverAccountCategory,
    filters.receiverAccountInternalIdentifier,
  ].every((filter) => filter === undefined)

/** Whether the views' own columns decide, and the legs, which never change. */
const isOfView = (filters: TransferFilters): boolean =>
  isIndexed(filters) &&
  [filters.asOfBlock, filters.issuer, filters.assetClass].every((filter) => filter === undefined)

/** The filtered views: enough to count them. */
function selectViews(db: Queryable, tenant: Address, filters: TransferFilters, block: number | undefined) {
  let visible = db.selectFrom('transfer_views as v').where('v.viewer', '=', tenant).where(validAt('v', block))
  for (const [column, value] of equalities(filters))
    if (value !== undefined) visible = visible.where(sql.ref(column), '=', value)
  for (const [column, values] of memberships(filters))
    if (values !== undefined) visible = visible.where(sql.ref(column), 'in', values)
  const { registryId } = filters
  if (registryId !== undefined)
    visible = visible.where((view) =>
      view.or([
        view('v.deliver_registry_id', '=', registryId),
        view('v.receive_registry_id', '=', registryId),
      ]),
    )
  for (const condition of conditions(tenant, filters, block)) visible = visible.where(condition)
  return visible
}

/** With the instruments' labels and units. */
export const loadViews = async (
  db: Queryable,
  tenant: Address,
  ids: readonly DeliveryId[],
  block?: number,
): Promise<View[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('transfer_views as v')
        .leftJoin(
          instrumentTerms(block).as<'dt'>(sql.ref('dt')),
          'dt.instrument_id',
          'v.deliver_instrument_id',
        )
        .leftJoin(
          instrumentTerms(block).as<'rt'>(sql.ref('rt')),
          'rt.instrument_id',
          'v.receive_instrument_id',
        )
        .selectAll('v')
        .select(['dt.label as deliver_label', 'dt.unit as deliver_unit'])
        .select(['rt.label as receive_label', 'rt.unit as receive_unit'])
        .where('v.viewer', '=', tenant)
        .where('v.delivery_id', 'in', ids)
        .where(validAt('v', block))
        .execute()

type Shown = { [Leg in LegColumns as `${Leg}_label`]: string | null } & {
  [Leg in LegColumns as `${Leg}_unit`]: Unit | null
}
type View = Selectable<TransferViewsTable> & Shown

type Views = ReturnType<typeof selectViews>
type JoinedText = { key: string; word?: string | null; amount?: string }

/** Joins only what the order needs. */
function selectSorted(views: Views, tenant: Address, sortBy: string | undefined, block: number | undefined) {
  const names = sql<JoinedText>`(SELECT t.address AS key, t.name AS word FROM tenants t WHERE ${validAt('t', block)})`
  const join = (texts: RawBuilder<JoinedText>, column: string) => (query: Bare) =>
    query.leftJoin(texts.as<'s'>(sql.ref('s')), (on) => on.on('s.key', '=', sql.ref<string>(column)))
  type Bare = typeof bare
  const bare = views.select(['v.delivery_id'])
  return bare
    .$if(sortBy === 'custodian', join(names, 'v.registrar'))
    .$if(sortBy === 'counterparty', join(names, 'v.counterparty'))
    .$if(sortBy === 'description', join(described(tenant, block), 'v.delivery_id'))
    .$if(sortBy === 'repurchaseDate', join(repurchases(tenant, block), 'v.delivery_id'))
    .$if(sortBy === 'deliverIdentifier', join(labels(block), 'v.deliver_instrument_id'))
    .$if(sortBy === 'receiveIdentifier', join(labels(block), 'v.receive_instrument_id'))
    .$if(
      sortBy === 'deliverQuantity' || sortBy === 'receiveQuantity',
      join(paid(tenant, block), 'v.delivery_id'),
    )
}

/** The issuers' labels of private instruments, from details with the ledger's fingerprint. */
const labels = (block: number | undefined) =>
  sql<JoinedText>`(SELECT i.instrument_id AS key, min(n.details->>'label') AS word FROM instruments i
    JOIN instrument_details n ON n.instrument_id = i.instrument_id AND n.fingerprint = i.private_data_fp
    WHERE ${validAt('i', block)} GROUP BY i.instrument_id)`

/** The descriptions in the tenant's private details. */
const described = (tenant: Address, block: number | undefined) =>
  sql<JoinedText>`(SELECT p.delivery_id AS key, p.details->>'description' AS word ${syncedDetails(tenant, block)})`

/** What a search reads in the tenant's private details: the description, and the creator's own id of the trade. */
const searched = (tenant: Address, block: number | undefined) =>
  sql<JoinedText>`(SELECT p.delivery_id AS key, concat_ws(E'\n', p.details->>'description', p.details->>'reference') AS word
    ${syncedDetails(tenant, block)})`

/** The repurchase dates of repos in the tenant's private details. */
const repurchases = (tenant: Address, block: number | undefined) =>
  sql<JoinedText>`(SELECT p.delivery_id AS key, p.details #>> '{repo,repurchaseDate}' AS word
    ${syncedDetails(tenant, block)} AND p.details #>> '{repo,repurchaseDate}' IS NOT NULL)`

/** The amounts of cash in the tenant's private details. */
const paid = (tenant: Address, block: number | undefined) =>
  sql<JoinedText>`(SELECT p.delivery_id AS key, ${paidCashOf('p').amount} AS amount
    ${syncedDetails(tenant, block)} AND (p.details ? 'cashQuantity' OR p.details ? 'deal'))`

/** How the list is searched, and how its columns match. */
const matchingRules = (tenant: Address, block: number | undefined) => ({
  search: (pattern: string) => isFound(tenant, pattern, block),
  quantities: {
    ...rules.quantities,
    repurchaseDate: sql`(SELECT extract(epoch FROM x.word::date) FROM ${repurchases(tenant, block)} x
      WHERE x.key = v.delivery_id LIMIT 1)`,
  },
  expressions: expressionsOf(tenant, block),
  alternatives: alternativesOf(tenant, block),
})

/** SQL for columns that need a subquery, for conditions on them. */
function expressionsOf(tenant: Address, block: number | undefined) {
  const nameOf = (column: string) =>
    sql`(SELECT t.name FROM tenants t WHERE ${validAt('t', block)} AND t.address = ${sql.ref(column)} LIMIT 1)`
  return {
    custodian: nameOf('v.registrar'),
    counterparty: nameOf('v.counterparty'),
    description: sql`(SELECT x.word FROM ${described(tenant, block)} x WHERE x.key = v.delivery_id LIMIT 1)`,
    deliverIdentifier: identifierOf('deliver'),
    receiveIdentifier: identifierOf('receive'),
  }
}

/** Other matches of a column: a private instrument's label, the amount of cash, names without their accents. */
function alternativesOf(tenant: Address, block: number | undefined) {
  const called = (leg: LegColumns) => (isMatch: Match) => isCalled(leg, isMatch, block)
  const paying = (leg: LegColumns) => (isMatch: Match) =>
    sql<boolean>`(${isCash(leg)} AND v.delivery_id IN
      (SELECT x.key FROM ${paid(tenant, block)} x WHERE ${isMatch(sql`x.amount`)}))`
  const named = (column: string) => (isMatch: Match) =>
    sql<boolean>`${sql.ref(column)} IN ${addressesOf(isMatch, block)}`
  return {
    custodian: named('v.registrar'),
    counterparty: named('v.counterparty'),
    deliverIdentifier: called('deliver'),
    receiveIdentifier: called('receive'),
    deliverQuantity: paying('deliver'),
    receiveQuantity: paying('receive'),
  }
}

/** Whether the issuer's label matches, in details with the ledger's fingerprint. */
const isCalled = (leg: LegColumns, isMatch: Match, block: number | undefined) =>
  sql<boolean>`${sql.ref(`v.${leg}_instrument_id`)} IN (SELECT i.instrument_id FROM instruments i
    JOIN instrument_details n ON n.instrument_id = i.instrument_id AND n.fingerprint = i.private_data_fp
    WHERE ${validAt('i', block)} AND ${matchesName(isMatch, sql`(n.details->>'label')`)})`

/** The tenants whose name matches. */
const addressesOf = (isMatch: Match, block: number | undefined) =>
  sql`(SELECT t.address FROM tenants t WHERE ${validAt('t', block)} AND ${matchesName(isMatch, sql`t.name`)})`

/** Searches what a table shows of a transfer: names in the short list of tenants, descriptions and references in the private details. */
function isFound(tenant: Address, pattern: string, block: number | undefined): RawBuilder<boolean> {
  const isLike: Match = (text) => sql<boolean>`${text} ILIKE ${pattern}`
  const named = addressesOf(isLike, block)
  return sql<boolean>`(
    concat_ws(E'\n', v.delivery_id, ${identifierOf('deliver')}, ${identifierOf('receive')}, v.deliver_account, v.receive_account)
      ILIKE ${pattern}
    OR ${isCalled('deliver', isLike, block)} OR ${isCalled('receive', isLike, block)}
    OR v.registrar IN ${named} OR v.counterparty IN ${named}
    OR v.delivery_id IN (SELECT x.key FROM ${searched(tenant, block)} x WHERE x.word ILIKE ${pattern}))`
}

/** Filters that need other tables: parties, references, instruments, the tenant's names of its accounts. */
function conditions(
  tenant: Address,
  filters: TransferFilters,
  block: number | undefined,
): RawBuilder<boolean>[] {
  const { participant, reference, referenceType = 'any' } = filters
  const ofInstrument = (column: 'issuer' | 'asset_class', value: string | undefined) =>
    value === undefined
      ? []
      : [
          sql<boolean>`EXISTS (SELECT 1 FROM instruments i WHERE ${validAt('i', block)}
            AND i.instrument_id IN (v.deliver_instrument_id, v.receive_instrument_id)
            AND ${sql.ref(`i.${column}`)} = ${value})`,
        ]
  const ofAccount = (
    role: 'sender' | 'receiver',
    column: 'category' | 'internal_identifier',
    value: string | undefined,
  ) =>
    value === undefined
      ? []
      : [
          sql<boolean>`EXISTS (SELECT 1 FROM account_names n WHERE n.tenant = ${tenant}
            AND n.tenant = ${sql.ref(`v.${role}`)} AND n.registry_manager = v.registry_manager
            AND n.registrar = v.registrar AND n.account = ${sql.ref(`v.${role}_account`)}
            AND ${sql.ref(`n.${column}`)} = ${value})`,
        ]
  return [
    ...(participant === undefined ? [] : [hasParticipant(participant)]),
    ...(reference === undefined ? [] : [refersTo({ tenant, block }, reference, referenceType)]),
    ...(filters.dealEvent === undefined ? [] : [isEvent({ tenant, block }, filters.dealEvent)]),
    ...(filters.waiting === undefined ? [] : [sql<boolean>`${IS_YOURS} = ${sql.lit(filters.waiting)}`]),
    ...expiresWithin(filters),
    ...ofInstrument('issuer', filters.issuer),
    ...ofInstrument('asset_class', filters.assetClass),
    ...ofAccount('sender', 'category', filters.senderAccountCategory),
    ...ofAccount('sender', 'internal_identifier', filters.senderAccountInternalIdentifier),
    ...ofAccount('receiver', 'category', filters.receiverAccountCategory),
    ...ofAccount('receiver', 'internal_identifier', filters.receiverAccountInternalIdentifier),
  ]
}

const hasParticipant = (party: Address): RawBuilder<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM legs l WHERE l.delivery_id = v.delivery_id
    AND ${party} IN (l.sender, l.receiver, l.registrar, l.tx_coordinator))`

type Viewer = { tenant: Address; block: number | undefined }

/** Whether a transfer is one of these events of a deal: protocol's `dealEventOf` in SQL. */
const isEvent = ({ tenant, block }: Viewer, events: readonly DealEventKind[]): RawBuilder<boolean> =>
  sql<boolean>`v.delivery_id IN (SELECT p.delivery_id ${syncedDetails(tenant, block)}
    AND p.details ? 'openingDeliveryId' AND coalesce(p.details #>> '{deal,event}', 'RETURN') = ANY(${[...events]}::text[]))`

/** Accounts of other tenants match by their number alone, and the creator's own id only where the viewer has the private details. */
function refersTo({ tenant, block }: Viewer, text: string, type: ReferenceType): RawBuilder<boolean> {
  const id = text.toLowerCase()
  const ofLeg = sql<boolean>`(v.delivery_id = ${id} OR EXISTS (SELECT 1 FROM legs l
    WHERE l.delivery_id = v.delivery_id AND l.reference = ${id}))`
  const ofAccount = sql<boolean>`(${text} IN (v.sender_account::text, v.receiver_account::text)
    OR EXISTS (SELECT 1 FROM account_names n WHERE n.tenant = ${tenant} AND n.registry_manager = v.registry_manager
      AND n.registrar = v.registrar AND ${text} IN (n.internal_identifier, n.account_name)
      AND (n.tenant, n.account) IN ((v.sender, v.sender_account), (v.receiver, v.receiver_account))))`
  if (type === 'deliveryLeg') return ofLeg
  if (type === 'assetAccount') return ofAccount
  const ofTrade = sql<boolean>`v.delivery_id IN (SELECT p.delivery_id ${syncedDetails(tenant, block)}
    AND p.details->>'reference' = ${text})`
  return sql<boolean>`(${ofLeg} OR ${ofAccount} OR ${ofTrade})`
}

const equalities = (filters: TransferFilters): [column: string, value: string | undefined][] => [
  ['v.direction', filters.direction],
  ['v.sender', filters.sender],
  ['v.receiver', filters.receiver],
  ['v.registry_manager', filters.registryManagerAddr],
  ['v.registrar', filters.registrarAddr],
  ['v.sender_account', filters.senderAccount],
  ['v.receiver_account', filters.receiverAccount],
]

const memberships = (filters: TransferFilters): [column: string, values: string[] | undefined][] => [
  ['v.delivery_id', filters.transferId],
  ['v.transfer_type', filters.transferType],
  ['v.state', filters.state],
]

function buildTransfer(view: View, delivery: Delivery, held: HeldDetails | undefined): Transfer {
  const details = held?.details
  const assets = { deliver: assetOf(view, 'deliver'), receive: assetOf(view, 'receive') }
  const isRequest = view.transfer_type === 'MINT' || view.transfer_type === 'BURN'
  const requested = isRequest ? (assets.deliver ?? assets.receive) : null
  return {
    ...delivery,
    transferType: view.transfer_type,
    direction: view.direction,
    state: view.state,
    registryManagerAddr: view.registry_manager,
    registrarAddr: view.registrar,
    counterpartyAddr: view.counterparty,
    ...assets,
    isin: requested?.identifier ?? null,
    account: requested?.account ?? null,
    quantity: requested?.quantity ?? null,
    description: foreignText(details?.description),
    ...paidCash(details),
    repo: details?.repo ?? null,
    openingDeliveryId: details?.openingDeliveryId ?? null,
    dealEvent: dealEventOf(details),
    isCashOnly: isCashOnly(delivery.legs),
    detailsStatus: held?.status ?? 'PENDING',
  }
}

function assetOf(view: View, leg: LegColumns): TransferAsset | null {
  const registryId = view[`${leg}_registry_id`]
  const quantity = view[`${leg}_quantity`]
  if (registryId === null || quantity === null) return null
  return {
    registryId,
    instrumentId: view[`${leg}_instrument_id`],
    identifier: view[`${leg}_identifier`],
    label: view[`${leg}_label`],
    unit: view[`${leg}_unit`] ?? 'NOMINAL',
    account: view[`${leg}_account`],
    quantity,
    decimals: view[`${leg}_decimals`] ?? 0,
  }
}
