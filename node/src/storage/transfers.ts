// A tenant's transfers. Filter, order and page are plain SQL over the views that the indexer has written for each party;
// whole deliveries are put together for one page only.
import type {
  AccountNumber,
  Address,
  AsOf,
  AssetClass,
  Delivery,
  DeliveryId,
  Direction,
  Page,
  Paging,
  ReferenceType,
  RegistryId,
  Transfer,
  TransferAsset,
  TransferState,
  TransferType,
} from '@connex/protocol'
import { sql } from 'kysely'
import type { RawBuilder, Selectable } from 'kysely'
import { blockAt } from './blockAt.ts'
import { loadDeliveries } from './deliveries.ts'
import { loadDetails } from './deliveryDetails.ts'
import type { HeldDetails } from './deliveryDetails.ts'
import { holdsAt } from './holdsAt.ts'
import type { TransferViewsTable } from './ledgerTables.ts'
import { countAll, page } from './page.ts'
import type { PageRules } from './page.ts'
import type { Queryable } from './queryable.ts'

export type TransferFilters = AsOf & {
  transferId?: DeliveryId[] | undefined
  transferType?: TransferType[] | undefined
  state?: TransferState[] | undefined
  direction?: Direction | undefined
  sender?: Address | undefined
  receiver?: Address | undefined
  participant?: Address | undefined
  reference?: string | undefined
  referenceType?: ReferenceType | undefined
  registryManagerAddr?: Address | undefined
  registrarAddr?: Address | undefined
  registryId?: RegistryId | undefined
  senderAccount?: AccountNumber | undefined
  receiverAccount?: AccountNumber | undefined
  issuer?: Address | undefined
  assetClass?: AssetClass | undefined
  senderAccountCategory?: string | undefined
  senderAccountInternalIdentifier?: string | undefined
  receiverAccountCategory?: string | undefined
  receiverAccountInternalIdentifier?: string | undefined
}

const rules: PageRules = {
  sorts: {
    createdAt: 'created_block',
    deliveryId: 'delivery_id',
    transferType: 'transfer_type',
    state: 'state',
    direction: 'direction',
    custodian: 'registrar_name',
    counterparty: 'counterparty_name',
    description: 'description',
    deliverIdentifier: 'deliver_identifier',
    deliverAccount: 'deliver_account',
    deliverQuantity: 'deliver_quantity',
    receiveIdentifier: 'receive_identifier',
    receiveAccount: 'receive_account',
    receiveQuantity: 'receive_quantity',
  },
  defaultSort: 'createdAt',
  defaultOrder: 'desc',
  search: [
    'delivery_id',
    'deliver_identifier',
    'receive_identifier',
    'deliver_account',
    'receive_account',
    'registrar_name',
    'counterparty_name',
    'description',
  ],
  unique: ['created_block', 'created_log_index', 'delivery_id'],
  nullable: [
    'registrar_name',
    'counterparty_name',
    'description',
    ...['deliver', 'receive'].flatMap((side) => [
      `${side}_identifier`,
      `${side}_account`,
      `${side}_quantity`,
    ]),
  ],
}

export async function listTransfers(
  db: Queryable,
  tenant: Address,
  filters: TransferFilters,
  paging: Paging,
): Promise<Page<Transfer>> {
  const block = await blockAt(db, filters)
  const count = () => countAll(selectViews(db, tenant, filters, block))
  const rows = await page(selectTransfers(db, tenant, filters, block), paging, rules, {
    db,
    key: isIndexed(filters) ? JSON.stringify(['transfers', tenant, filters]) : undefined,
    count,
  })
  const ids = rows.items.map((row) => row.delivery_id)
  const [deliveries, details] = await Promise.all([
    loadDeliveries(db, ids, block),
    loadDetails(db, tenant, ids),
  ])
  const byId = new Map(deliveries.map((delivery) => [delivery.deliveryId, delivery]))
  const items = rows.items.flatMap((view) => {
    const delivery = byId.get(view.delivery_id)
    return delivery === undefined ? [] : [buildTransfer(view, delivery, details.get(view.delivery_id))]
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
  let visible = db.selectFrom('transfer_views as v').where('v.viewer', '=', tenant).where(holdsAt('v', block))
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

/** With the names by which they are searched and ordered. */
function selectTransfers(
  db: Queryable,
  tenant: Address,
  filters: TransferFilters,
  block: number | undefined,
) {
  const visible = selectViews(db, tenant, filters, block)
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.delivery_id', '=', 'v.delivery_id').on(holdsAt('d', block)),
    )
    .leftJoin('delivery_details as p', (join) =>
      join
        .onRef('p.delivery_id', '=', 'v.delivery_id')
        .onRef('p.fingerprint', '=', 'd.private_data_fp')
        .on('p.tenant', '=', tenant),
    )
    .leftJoin('tenants as r', (join) => join.onRef('r.address', '=', 'v.registrar').on(holdsAt('r', block)))
    .leftJoin('tenants as c', (join) =>
      join.onRef('c.address', '=', 'v.counterparty').on(holdsAt('c', block)),
    )
    .selectAll('v')
    .select(['r.name as registrar_name', 'c.name as counterparty_name'])
    .select(sql<string | null>`p.details->>'description'`.as('description'))
  return db.selectFrom(visible.as('visible')).selectAll()
}

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
          sql<boolean>`EXISTS (SELECT 1 FROM instruments i WHERE ${holdsAt('i', block)}
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
  return {
    ...delivery,
    transferType: view.transfer_type,
    direction: view.direction,
    state: view.state,
    registryManagerAddr: view.registry_manager,
    registrarAddr: view.registrar,
    counterpartyAddr: view.counterparty,
    deliver: assetOf(view, 'deliver'),
    receive: assetOf(view, 'receive'),
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
