// Instruments, alone and in their registries, each with its issuer's details.
import { sql } from 'kysely'
import { ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type {
  Address,
  AssetClass,
  Bytes32,
  CallQuery,
  ForeignText,
  Instrument,
  InstrumentId,
  Page,
  Paging,
  Quantity,
  RegistryId,
  RegistryInstrument,
} from '@connex/protocol'
import { isAuditedAs, withAuditIds } from './audit.ts'
import { shownQuantity } from '../lists/conditions.ts'
import { validAt } from '../projections/validAt.ts'
import { page } from '../lists/page.ts'
import type { PageRules } from '../lists/page.ts'
import type { Queryable } from '../engine/database.ts'

const COLUMNS = [
  'i.instrument_id as instrumentId',
  sql<Bytes32>`i.instrument_id`.as('entityId'),
  'i.instrument_manager as instrumentManagerAddr',
  'i.state as instrumentState',
  'i.type as instrumentType',
  'i.asset_class as assetClass',
  'i.identifier_type as identifierType',
  'i.identifier',
  'i.issuer as issuerAddr',
  'i.revision',
  'i.decimals',
  'i.private_data_fp as privateDataFp',
] as const

/** Joins only details with the ledger's fingerprint. */
const selectInstruments = (db: Queryable, tenant: Address) =>
  db
    .selectFrom('instruments as i')
    .leftJoin('instrument_details as d', (join) =>
      join.onRef('d.instrument_id', '=', 'i.instrument_id').onRef('d.fingerprint', '=', 'i.private_data_fp'),
    )
    .leftJoin('internal_identifiers as n', (join) =>
      join.onRef('n.instrument_id', '=', 'i.instrument_id').on('n.tenant', '=', tenant),
    )
    .select(COLUMNS)
    .select([
      sql<string | null>`d.details->>'label'`.as('label'),
      sql<ForeignText | null>`d.details->>'description'`.as('description'),
      'n.internal_identifier as internalIdentifier',
    ])
    .where(validAt('i'))

/** Drafts in the same columns; those that come from the ledger are empty. */
const selectDrafts = (db: Queryable, tenant: Address) =>
  db
    .selectFrom('instrument_drafts as i')
    .leftJoin('internal_identifiers as n', (join) =>
      join.onRef('n.instrument_id', '=', 'i.draft_id').on('n.tenant', '=', tenant),
    )
    .select([
      'i.draft_id as instrumentId',
      sql<Bytes32>`i.draft_id`.as('entityId'),
      sql<Address>`${ZERO_ADDRESS}::text`.as('instrumentManagerAddr'),
      sql<Instrument['instrumentState']>`'DRAFT'`.as('instrumentState'),
      'i.instrument_type as instrumentType',
      sql<AssetClass>`'NONE'`.as('assetClass'),
      'i.identifier_type as identifierType',
      'i.identifier',
      sql<Address>`${tenant}::text`.as('issuerAddr'),
      sql<number>`0::int8`.as('revision'),
      'i.decimals',
      sql<Instrument['privateDataFp']>`${ZERO_BYTES32}::text`.as('privateDataFp'),
      sql<string | null>`i.details->>'label'`.as('label'),
      sql<ForeignText | null>`i.details->>'description'`.as('description'),
      'n.internal_identifier as internalIdentifier',
    ])
    .where('i.tenant', '=', tenant)

const rules: PageRules = {
  sorts: {
    identifier: 'identifier',
    label: 'label',
    description: 'description',
    instrumentType: 'instrumentType',
    instrumentState: 'instrumentState',
    issuerAddr: 'issuerAddr',
  },
  defaultSort: 'identifier',
  search: ['identifier', 'label', 'description', 'instrumentType'],
  unique: ['instrumentId'],
  nullable: ['label', 'description'],
}

const EQUAL = [
  'issuerAddr',
  'instrumentManagerAddr',
  'assetClass',
  'revision',
  'identifier',
  'internalIdentifier',
] as const

/** Instruments on the ledger, and the tenant's own drafts. */
export async function listInstruments(
  db: Queryable,
  tenant: Address,
  filters: CallQuery<'instruments'>,
  paging: Paging,
): Promise<Page<Instrument & { auditIds: string[] }>> {
  const all = selectInstruments(db, tenant).unionAll(selectDrafts(db, tenant))
  let found = db.selectFrom(all.as('found')).selectAll()
  for (const column of EQUAL) {
    const value = filters[column]
    if (value !== undefined) found = found.where(column, '=', value as never)
  }
  const { instrumentIds, instrumentState, instrumentType, entityId, fingerprints, auditIds } = filters
  if (instrumentIds !== undefined) found = found.where('instrumentId', 'in', instrumentIds)
  if (entityId !== undefined) found = found.where('instrumentId', '=', entityId as InstrumentId)
  if (instrumentType !== undefined) found = found.where('instrumentType', 'in', instrumentType)
  if (fingerprints !== undefined) found = found.where('privateDataFp', 'in', fingerprints)
  if (auditIds !== undefined) found = found.where(isAuditedAs(tenant, auditIds, sql`found."instrumentId"`))
  if (instrumentState !== undefined) found = found.where('instrumentState', 'in', instrumentState)
  const rows = await page(found, paging, rules)
  return { ...rows, items: await withAuditIds(db, tenant, rows.items, 'instrumentId') }
}

/** The instrument's issuer or depositary, and its details' fingerprint on the ledger. */
export async function findInstrumentTerms(db: Queryable, instrumentId: InstrumentId) {
  return db
    .selectFrom('instruments')
    .select(['issuer', 'managed_by as managedBy', 'private_data_fp as privateDataFp'])
    .where('instrument_id', '=', instrumentId)
    .where(validAt('instruments'))
    .executeTakeFirst()
}

export async function listRegistryInstruments(
  db: Queryable,
  tenant: Address,
  filters: CallQuery<'registryInstruments'>,
  paging: Paging,
): Promise<Page<RegistryInstrument>> {
  let found = selectInstruments(db, tenant)
    .innerJoin('registries as r', (join) =>
      join.onRef('r.instrument_id', '=', 'i.instrument_id').on(validAt('r')),
    )
    .select([
      'r.registry_id as registryId',
      'r.registry_manager as registryManagerAddr',
      'r.registrar as registrarAddr',
      'r.state as registryState',
      'r.outstanding as issueSize',
    ])
  const { registryManagerAddr, registrarAddr, registryIds, instrumentIds, registryState } = filters
  if (registryManagerAddr !== undefined) found = found.where('r.registry_manager', '=', registryManagerAddr)
  if (registrarAddr !== undefined) found = found.where('r.registrar', '=', registrarAddr)
  if (registryIds !== undefined) found = found.where('r.registry_id', 'in', registryIds)
  if (instrumentIds !== undefined) found = found.where('r.instrument_id', 'in', instrumentIds)
  if (registryState !== undefined) found = found.where('r.state', 'in', registryState)
  const { instrumentManagerAddr, instrumentRegistrarAddr, assetClass, instrumentIssuer } = filters
  if (instrumentManagerAddr !== undefined)
    found = found.where('r.instrument_manager', '=', instrumentManagerAddr)
  if (instrumentRegistrarAddr !== undefined)
    found = found.where('r.instrument_registrar', '=', instrumentRegistrarAddr)
  if (assetClass !== undefined) found = found.where('i.asset_class', '=', assetClass)
  if (instrumentIssuer !== undefined) found = found.where('i.issuer', '=', instrumentIssuer)
  const { instrumentRevision, identifier, entityId, fromBlock, auditIds } = filters
  if (instrumentRevision !== undefined) found = found.where('r.instrument_revision', '=', instrumentRevision)
  if (identifier !== undefined) found = found.where('i.identifier', '=', identifier)
  if (entityId !== undefined)
    found = found.where(sql<boolean>`${entityId} IN (r.registry_id, i.instrument_id)`)
  if (fromBlock !== undefined) found = found.where('r.from_block', '>=', fromBlock)
  if (auditIds !== undefined)
    found = found.where(isAuditedAs(tenant, auditIds, sql`r.registry_id, i.instrument_id`))
  return page(db.selectFrom(found.as('found')).selectAll(), paging, {
    ...rules,
    sorts: { ...rules.sorts, issueSize: 'issueSize', registryState: 'registryState' },
    quantities: { issueSize: shownQuantity('issueSize', 'decimals') },
    unique: ['registryManagerAddr', 'registryId'],
  })
}

export type RegistryKey = {
  registryManagerAddr: Address
  registryId: RegistryId
  instrumentId?: InstrumentId | undefined
}

/** A registry's issued quantity less the terminated one. */
export async function findTotalIssued(
  db: Queryable,
  { registryManagerAddr, registryId, instrumentId }: RegistryKey,
): Promise<Quantity | undefined> {
  let query = db
    .selectFrom('registries')
    .select('outstanding')
    .where('registry_manager', '=', registryManagerAddr)
    .where('registry_id', '=', registryId)
    .where(validAt('registries'))
  if (instrumentId !== undefined) query = query.where('instrument_id', '=', instrumentId)
  return (await query.executeTakeFirst())?.outstanding
}

/** The registrars that have a registry, by registry manager. */
export async function listRegistrars(db: Queryable): Promise<{ manager: Address; registrar: Address }[]> {
  return db
    .selectFrom('registries')
    .select(['registry_manager as manager', 'registrar'])
    .distinct()
    .where(validAt('registries'))
    .orderBy('registry_manager')
    .orderBy('registrar')
    .execute()
}

export async function listLegManagers(db: Queryable, paging: Paging) {
  const query = db
    .selectFrom('leg_managers')
    .select(['leg_type as registryType', 'active', 'address as deliveryLegManager'])
    .where(validAt('leg_managers'))
  return page(query, paging, {
    sorts: { registryType: 'leg_type', active: 'active', deliveryLegManager: 'address' },
    defaultSort: 'registryType',
    search: ['leg_type', 'address'],
    unique: ['delivery_manager', 'leg_type'],
  })
}
