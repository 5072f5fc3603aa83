// A tenant's transfers. Filter, order and page are plain SQL over the views that the indexer has written for each party;
// whole deliveries are put together for one page only.
import { CASH_INSTRUMENT, PENDING_STATES } from '@connex/protocol'
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
} from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import { blockAt, validAt } from '../lists/asOf.ts'
import { matchesName, shownQuantity } from '../lists/conditions.ts'
import type { Match } from '../lists/conditions.ts'
import { loadDeliveries } from './deliveries.ts'
import { loadDetails } from '../sharing/deliveryDetails.ts'
import type { HeldDetails } from '../sharing/deliveryDetails.ts'
import type { TransferViewsTable } from '../schema/ledgerTables.ts'
import { countAll, page } from '../lists/page.ts'
import type { PageRules } from '../lists/page.ts'
import type { Queryable } from '../engine/database.ts'

type TransferFilters = CallQuery<'transfers'>

type Side = 'deliver' | 'receive'

/** Whether a side is the documented cash of a repo. */
const isCash = (side: Side) =>
  sql<boolean>`(${sql.ref(`v.${side}_registry_id`)} IS NULL AND v.transfer_type = 'REPO'
    AND v.direction <> ${sql.lit(side.toUpperCase())})`

/** What the table shows of a side; what is in no registry it does not. */
const quantityOf = (side: Side) =>
  sql`CASE WHEN ${sql.ref(`v.${side}_registry_id`)} IS NOT NULL
    THEN ${shownQuantity(`v.${side}_quantity`, `v.${side}_decimals`)} END`

/** The same and the cash, whose amount is in the private details, see `selectSorted`. */
const orderOf = (side: Side) =>
  sql`coalesce(${quantityOf(side)}, CASE WHEN ${isCash(side)} THEN s.amount END)`

const identifierOf = (side: Side) =>
  sql`coalesce(${sql.ref(`v.${side}_identifier`)}, CASE WHEN ${isCash(side)} THEN ${sql.lit(CASH_INSTRUMENT)} END)`

/** A private instrument is shown by its label, see `selectSorted`; the others by their identifiers. */
const shownNameOf = (side: Side) =>
  sql`CASE WHEN ${sql.ref(`v.${side}_identifier`)} ~ '^0x[0-9a-f]{64}$'
    THEN coalesce(nullif(s.word, ''), ${identifierOf(side)}) ELSE ${identifierOf(side)} END`

const rules: Omit<PageRules, 'search'> = {
  sorts: {
    createdAt: 'v.created_block',
    valueDate: 'v.value_date',
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
  // Times are asked for as UTC seconds.
  quantities: {
    deliverQuantity: quantityOf('deliver'),
    receiveQuantity: quantityOf('receive'),
    createdAt: sql`v.created_at`,
    valueDate: sql`v.value_date`,
  },
  orders: {
    deliverQuantity: orderOf('deliver'),
    receiveQuantity: orderOf('receive'),
    deliverIdentifier: shownNameOf('deliver'),
    receiveIdentifier: shownNameOf('receive'),
    createdAt: sql.ref('v.created_block'),
  },
  defaultSort: 'createdAt',
  defaultOrder: 'desc',
  unique: ['v.created_block', 'v.created_log_index', 'v.delivery_id'],
  nullable: [
    's.word',
    'v.value_date',
    ...['deliver', 'receive'].flatMap((side) => [
      `v.${side}_identifier`,
      `v.${side}_account`,
      `v.${side}_quantity`,
    ]),
  ],
}

/** Chooses the page by what it is chosen by; all else is read for the rows of the page alone. */
export async function listTransfers(
  db: Queryable,
  tenant: Address,
  filters: TransferFilters,
  paging: Paging,
): Promise<Page<Transfer>> {
  const block = await blockAt(db, filters)
  const chosen = selectSorted(selectViews(db, tenant, filters, block), tenant, paging.sortBy, block)
  const search = (pattern: string) => isFound(tenant, pattern, block)
  const rows = await page(
    chosen,
    paging,
    { ...rules, search, expressions: wordsOf(tenant, block), alternatives: othersOf(tenant, block) },
    {
      db,
      key: isIndexed(filters) ? JSON.stringify(['transfers', tenant, filters]) : undefined,
      count: () => countAll(selectViews(db, tenant, filters, block)),
    },
  )
  const ids = rows.items.map((row) => row.delivery_id)
  const [views, deliveries, details] = await Promise.all([
    loadViews(db, tenant, ids, block),
    loadDeliveries(db, ids, block),
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

/** Whether what it asks for is of the ledger alone, and not of the tenant's own names for the accounts. */
const isIndexed = (filters: TransferFilters): boolean =>
  [
    filters.asOfTime,
    filters.reference,
    filters.senderAccountCategory,
    filters.senderAccountInternalIdentifier,
    filters.receiverAccountCategory,
    filters.receiverAccountInternalIdentifier,
  ].every((filter) => filter === undefined)

/** Which transfers: enough to count them. */
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

const loadViews = async (
  db: Queryable,
  tenant: Address,
  ids: readonly DeliveryId[],
  block: number | undefined,
): Promise<Selectable<TransferViewsTable>[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('transfer_views')
        .selectAll()
        .where('viewer', '=', tenant)
        .where('delivery_id', 'in', ids)
        .where(validAt('transfer_views', block))
        .execute()

type Views = ReturnType<typeof selectViews>
type Word = { key: string; word?: string | null; amount?: string }

/** Beside the views stands only what the order needs. */
function selectSorted(views: Views, tenant: Address, sortBy: string | undefined, block: number | undefined) {
  const names = sql<Word>`(SELECT t.address AS key, t.name AS word FROM tenants t WHERE ${validAt('t', block)})`
  const join = (words: RawBuilder<Word>, column: string) => (query: Bare) =>
    query.leftJoin(words.as<'s'>(sql.ref('s')), (on) => on.on('s.key', '=', sql.ref<string>(column)))
  type Bare = typeof bare
  const bare = views.select(['v.delivery_id'])
  return bare
    .$if(sortBy === 'custodian', join(names, 'v.registrar'))
    .$if(sortBy === 'counterparty', join(names, 'v.counterparty'))
    .$if(sortBy === 'description', join(described(tenant, block), 'v.delivery_id'))
    .$if(sortBy === 'deliverIdentifier', join(labels(block), 'v.deliver_instrument_id'))
    .$if(sortBy === 'receiveIdentifier', join(labels(block), 'v.receive_instrument_id'))
    .$if(
      sortBy === 'deliverQuantity' || sortBy === 'receiveQuantity',
      join(paid(tenant, block), 'v.delivery_id'),
    )
}

/** What the issuers call their private instruments, in details whose fingerprints the ledger has. */
const labels = (block: number | undefined) =>
  sql<Word>`(SELECT i.instrument_id AS key, min(n.details->>'label') AS word FROM instruments i
    JOIN instrument_details n ON n.instrument_id = i.instrument_id AND n.fingerprint = i.private_data_fp
    WHERE ${validAt('i', block)} GROUP BY i.instrument_id)`

/** The descriptions in the tenant's private details. */
const described = (tenant: Address, block: number | undefined) =>
  sql<Word>`(SELECT p.delivery_id AS key, p.details->>'description' AS word ${heldDetails(tenant, block)})`

/** The amounts of cash in them. */
const paid = (tenant: Address, block: number | undefined) =>
  sql<Word>`(SELECT p.delivery_id AS key, (p.details->>'cashQuantity')::numeric AS amount
    ${heldDetails(tenant, block)} AND p.details->>'cashQuantity' IS NOT NULL)`

/** Those whose fingerprint the ledger has. */
const heldDetails = (tenant: Address, block: number | undefined) =>
  sql`FROM delivery_details p
    JOIN deliveries d ON d.delivery_id = p.delivery_id AND d.private_data_fp = p.fingerprint AND ${validAt('d', block)}
    WHERE p.tenant = ${tenant}`

/** The words of a row that are not its own, for those who ask for them by column. */
function wordsOf(tenant: Address, block: number | undefined) {
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

/** What a column shows besides: an instrument's name where its identifier says nothing, of cash the amount; and names
 * without their accents. */
function othersOf(tenant: Address, block: number | undefined) {
  const called = (side: Side) => (isMatch: Match) => isCalled(side, isMatch, block)
  const paying = (side: Side) => (isMatch: Match) =>
    sql<boolean>`(${isCash(side)} AND v.delivery_id IN
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

/** By what the issuer calls it, in the details whose fingerprint the ledger has. */
const isCalled = (side: Side, isMatch: Match, block: number | undefined) =>
  sql<boolean>`${sql.ref(`v.${side}_instrument_id`)} IN (SELECT i.instrument_id FROM instruments i
    JOIN instrument_details n ON n.instrument_id = i.instrument_id AND n.fingerprint = i.private_data_fp
    WHERE ${validAt('i', block)} AND ${matchesName(isMatch, sql`(n.details->>'label')`)})`

/** The tenants of a name. */
const addressesOf = (isMatch: Match, block: number | undefined) =>
  sql`(SELECT t.address FROM tenants t WHERE ${validAt('t', block)} AND ${matchesName(isMatch, sql`t.name`)})`

/** Looks into what a table shows of a transfer. Names are searched where they are few, and descriptions at their source. */
function isFound(tenant: Address, pattern: string, block: number | undefined): RawBuilder<boolean> {
  const isLike: Match = (text) => sql<boolean>`${text} ILIKE ${pattern}`
  const named = addressesOf(isLike, block)
  return sql<boolean>`(
    concat_ws(E'\n', v.delivery_id, ${identifierOf('deliver')}, ${identifierOf('receive')}, v.deliver_account, v.receive_account)
      ILIKE ${pattern}
    OR ${isCalled('deliver', isLike, block)} OR ${isCalled('receive', isLike, block)}
    OR v.registrar IN ${named} OR v.counterparty IN ${named}
    OR v.delivery_id IN (SELECT x.key FROM ${described(tenant, block)} x WHERE x.word ILIKE ${pattern}))`
}

/** protocol's `isWaitingFor`, asked of rows. */
const isWaitingFor = (tenant: Address, block: number | undefined) =>
  sql<boolean>`(v.state = 'PENDING' OR (v.state IN (${sql.join(PENDING_STATES.map((state) => sql.lit(state)))}) AND EXISTS (
    SELECT 1 FROM cancel_votes c WHERE c.delivery_id = v.delivery_id AND c.tenant <> ${tenant}
      AND ${block === undefined ? sql`true` : sql`c.from_block <= ${block}`})))`

/** What is asked of the instruments, and of the tenant's own names for the accounts. */
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
    side: 'sender' | 'receiver',
    column: 'category' | 'internal_identifier',
    value: string | undefined,
  ) =>
    value === undefined
      ? []
      : [
          sql<boolean>`EXISTS (SELECT 1 FROM account_names n WHERE n.tenant = ${tenant}
            AND n.tenant = ${sql.ref(`v.${side}`)} AND n.registry_manager = v.registry_manager
            AND n.registrar = v.registrar AND n.account = ${sql.ref(`v.${side}_account`)}
            AND ${sql.ref(`n.${column}`)} = ${value})`,
        ]
  return [
    ...(participant === undefined ? [] : [hasParticipant(participant)]),
    ...(reference === undefined ? [] : [refersTo(tenant, reference, referenceType)]),
    ...(filters.waiting === undefined
      ? []
      : [sql<boolean>`${isWaitingFor(tenant, block)} = ${sql.lit(filters.waiting)}`]),
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

/** An account of somebody else is known by its number alone. */
function refersTo(tenant: Address, text: string, type: ReferenceType): RawBuilder<boolean> {
  const id = text.toLowerCase()
  const ofLeg = sql<boolean>`(v.delivery_id = ${id} OR EXISTS (SELECT 1 FROM legs l
    WHERE l.delivery_id = v.delivery_id AND l.reference = ${id}))`
  const ofAccount = sql<boolean>`(${text} IN (v.sender_account::text, v.receiver_account::text)
    OR EXISTS (SELECT 1 FROM account_names n WHERE n.tenant = ${tenant} AND n.registry_manager = v.registry_manager
      AND n.registrar = v.registrar AND ${text} IN (n.internal_identifier, n.account_name)
      AND (n.tenant, n.account) IN ((v.sender, v.sender_account), (v.receiver, v.receiver_account))))`
  if (type === 'deliveryLeg') return ofLeg
  return type === 'assetAccount' ? ofAccount : sql<boolean>`(${ofLeg} OR ${ofAccount})`
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

function buildTransfer(
  view: Selectable<TransferViewsTable>,
  delivery: Delivery,
  held: HeldDetails | undefined,
): Transfer {
  const details = held?.details
  const sides = { deliver: assetOf(view, 'deliver'), receive: assetOf(view, 'receive') }
  const isRequest = view.transfer_type === 'MINT' || view.transfer_type === 'BURN'
  const asked = isRequest ? (sides.deliver ?? sides.receive) : null
  return {
    ...delivery,
    transferType: view.transfer_type,
    direction: view.direction,
    state: view.state,
    registryManagerAddr: view.registry_manager,
    registrarAddr: view.registrar,
    counterpartyAddr: view.counterparty,
    ...sides,
    isin: asked?.identifier ?? null,
    account: asked?.account ?? null,
    quantity: asked?.quantity ?? null,
    description: details?.description ?? null,
    cashQuantity: details?.cashQuantity ?? null,
    cashCurrency: details?.cashCurrency ?? null,
    detailsStatus: held?.status ?? 'PENDING',
  }
}

function assetOf(view: Selectable<TransferViewsTable>, side: 'deliver' | 'receive'): TransferAsset | null {
  const registryId = view[`${side}_registry_id`]
  const quantity = view[`${side}_quantity`]
  if (registryId === null || quantity === null) return null
  return {
    registryId,
    instrumentId: view[`${side}_instrument_id`],
    identifier: view[`${side}_identifier`],
    account: view[`${side}_account`],
    quantity,
    decimals: view[`${side}_decimals`] ?? 0,
  }
}
