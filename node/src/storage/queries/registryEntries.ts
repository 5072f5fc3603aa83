// Entries of registries: the ledger's data, with the private details that the viewing tenant has.
import { ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type {
  AccountNumber,
  Address,
  Bytes32,
  CallQuery,
  Candidate,
  Fingerprint,
  Page,
  Paging,
  Quantity,
  RegistryEntry,
  RegistryEntryDetails,
  RegistryId,
} from '@connex/protocol'
import { sql } from 'kysely'
import type { Queryable } from '../engine/database.ts'
import { blockAt } from '../lists/asOf.ts'
import { validAt } from '../projections/validAt.ts'
import { shownQuantity } from '../lists/conditions.ts'
import { page } from '../lists/page.ts'
import type { PageRules } from '../lists/page.ts'
import { findPrivateRecord } from '../sharing/privateRecords.ts'

type EntryFilters = CallQuery<'registryEntries'>

const rules: PageRules = {
  sorts: {
    createdAt: 'created_at',
    identifier: 'identifier',
    entryType: 'entry_type',
    owner: 'owner',
    account: 'account',
    quantity: 'quantity',
  },
  quantities: { quantity: shownQuantity('quantity', 'decimals') },
  defaultSort: 'createdAt',
  search: ['fingerprint', 'identifier', 'account', 'entry_type'],
  unique: ['registry_manager', 'fingerprint'],
  nullable: ['account', 'quantity'],
}

/** A tenant's own entries, and those of the registries whose registrar it is. */
export async function listRegistryEntries(
  db: Queryable,
  tenant: Address,
  filters: EntryFilters,
  paging: Paging,
): Promise<Page<RegistryEntry>> {
  const block = await blockAt(db, filters)
  const rows = await page(selectEntries(db, tenant, filters, block), paging, rules)
  const fingerprints = rows.items.map(({ fingerprint }) => fingerprint)
  const conserved = await listConserved(db, tenant, fingerprints, block)
  const items = rows.items.map((row) => ({
    registryEntryFingerprint: row.fingerprint as Fingerprint,
    registryManagerAddr: row.registry_manager,
    registryId: row.registry_id,
    registrarAddr: row.registrar,
    instrumentId: row.instrument_id,
    identifier: row.identifier,
    decimals: row.decimals,
    entryType: row.entry_type,
    owner: row.owner,
    issuer: row.issuer,
    issuerOrDepositary: row.instrument_registrar,
    earmarkedBy: row.earmarked_by === ZERO_ADDRESS ? null : row.earmarked_by,
    earmarkReference: row.movement_ref === ZERO_BYTES32 ? null : row.movement_ref,
    isRedeemable: row.entry_type === 'REDEEMABLE',
    account: row.account,
    details: row.details,
    isConserved: conserved.get(row.fingerprint) ?? null,
    createdAt: row.created_at,
  }))
  return { ...rows, items }
}

function selectEntries(db: Queryable, tenant: Address, filters: EntryFilters, block: number | undefined) {
  let visible = db
    .selectFrom('entries as e')
    .innerJoin('instruments as i', (join) =>
      join.onRef('i.instrument_id', '=', 'e.instrument_id').on(validAt('i', block)),
    )
    .innerJoin('registries as r', (join) =>
      join
        .onRef('r.registry_manager', '=', 'e.registry_manager')
        .onRef('r.registry_id', '=', 'e.registry_id')
        .on(validAt('r', block)),
    )
    // Details with another owner than the ledger's do not count.
    .leftJoin('private_records as p', (join) =>
      join
        .onRef('p.fingerprint', '=', 'e.fingerprint' as 'p.fingerprint')
        .onRef('p.type', '=', 'e.owner')
        .on('p.tenant', '=', tenant)
        .on('p.kind', '=', 'ENTRY'),
    )
    .selectAll('e')
    .select([
      'i.identifier',
      'i.decimals',
      'i.issuer',
      'r.instrument_registrar',
      sql<RegistryEntryDetails | null>`p.data`.as('details'),
      sql<AccountNumber | null>`(p.data->>'account')::numeric`.as('account'),
      sql<Quantity | null>`(p.data->>'quantity')::numeric`.as('quantity'),
    ])
    .where((row) => row.or([row('e.owner', '=', tenant), row('e.registrar', '=', tenant)]))
    .where(validAt('e', block))
  const { registryManagerAddr, registrarAddr, registryId, fingerprints, entryType, owner } = filters
  if (registryManagerAddr !== undefined)
    visible = visible.where('e.registry_manager', '=', registryManagerAddr)
  if (registrarAddr !== undefined) visible = visible.where('e.registrar', '=', registrarAddr)
  if (registryId !== undefined) visible = visible.where('e.registry_id', '=', registryId)
  if (fingerprints !== undefined) visible = visible.where('e.fingerprint', 'in', fingerprints)
  if (entryType !== undefined) visible = visible.where('e.entry_type', 'in', entryType)
  if (owner !== undefined) visible = visible.where('e.owner', '=', owner)
  const { issuer, earmarked, earmarkedBy, earmarkReference, accountsFilter, fromBlock } = filters
  if (issuer !== undefined) visible = visible.where('i.issuer', '=', issuer)
  if (earmarked !== undefined) visible = visible.where('e.earmarked_by', earmarked ? '<>' : '=', ZERO_ADDRESS)
  if (earmarkedBy !== undefined) visible = visible.where('e.earmarked_by', '=', earmarkedBy)
  if (earmarkReference !== undefined) visible = visible.where('e.movement_ref', '=', earmarkReference)
  if (accountsFilter === 'owned') visible = visible.where('e.owner', '=', tenant)
  if (accountsFilter === 'shared') visible = visible.where('e.owner', '<>', tenant)
  if (fromBlock !== undefined) visible = visible.where('e.from_block', '>=', fromBlock)
  return db.selectFrom(visible.as('visible')).selectAll()
}

export type CandidateFilters = {
  registryManagerAddr: Address
  registryId: RegistryId
  owner: Address
  accounts?: readonly AccountNumber[] | undefined
  isRedeemable: boolean
  without?: readonly Fingerprint[] | undefined
}

/**
 * The entries of one owner that may be proposed: available ones whose quantity the viewing tenant knows, its own or in a registry
 * whose registrar it is. Entries that are marked for redemption can be used for nothing else, so one kind excludes the other.
 */
export async function listCandidates(
  db: Queryable,
  tenant: Address,
  filters: CandidateFilters,
): Promise<Candidate[]> {
  const { accounts, without = [] } = filters
  let found = db
    .selectFrom('entries as e')
    .innerJoin('private_records as p', (join) =>
      join
        .onRef('p.fingerprint', '=', 'e.fingerprint' as 'p.fingerprint')
        .onRef('p.type', '=', 'e.owner')
        .on('p.tenant', '=', tenant)
        .on('p.kind', '=', 'ENTRY'),
    )
    .select(['p.fingerprint', sql<Quantity>`p.data->>'quantity'`.as('quantity')])
    .where('e.registry_manager', '=', filters.registryManagerAddr)
    .where('e.registry_id', '=', filters.registryId)
    .where('e.owner', '=', filters.owner)
    .where((row) => row.or([row('e.owner', '=', tenant), row('e.registrar', '=', tenant)]))
    .where('e.entry_type', '=', filters.isRedeemable ? 'REDEEMABLE' : 'ISSUED')
    .where('e.earmarked_by', '=', ZERO_ADDRESS)
    .where(validAt('e'))
  if (accounts !== undefined)
    found = found.where(sql<boolean>`p.data->>'account' = ANY(${[...accounts]}::text[])`)
  const rows = await found.execute()
  const excluded = new Set(without)
  return rows
    .filter(({ fingerprint }) => !excluded.has(fingerprint))
    .map(({ fingerprint, quantity }) => ({ fingerprint, quantity: BigInt(quantity) }))
}

/**
 * For entries that a movement created from others: whether both have the same total, by the tenant's private details. The
 * ledger cannot check it, because it has fingerprints alone. Leaves out movements that the tenant does not know completely.
 */
async function listConserved(
  db: Queryable,
  tenant: Address,
  fingerprints: readonly Bytes32[],
  block: number | undefined,
): Promise<Map<Bytes32, boolean>> {
  if (fingerprints.length === 0) return new Map()
  const { rows } = await sql<{ fingerprint: Bytes32; is_conserved: boolean }>`
    WITH sums AS (
      SELECT c.fingerprint, every(p.fingerprint IS NOT NULL) AS is_known,
        bool_or(m.side = 'spent') AS was_anything_spent,
        sum((p.data->>'quantity')::numeric * CASE m.side WHEN 'spent' THEN -1 ELSE 1 END) AS difference
      FROM entry_movement_parts c
      JOIN entry_movement_parts m ON m.tx_hash = c.tx_hash AND m.log_index = c.log_index
      LEFT JOIN private_records p ON p.tenant = ${tenant} AND p.kind = 'ENTRY' AND p.fingerprint = m.fingerprint
      WHERE c.side = 'created' AND c.fingerprint = ANY(${[...fingerprints]}::text[])
        AND c.from_block <= COALESCE(${block ?? null}::int8, c.from_block)
      GROUP BY c.fingerprint, c.tx_hash, c.log_index)
    SELECT fingerprint, bool_and(difference = 0) AS is_conserved FROM sums
    WHERE is_known AND was_anything_spent GROUP BY fingerprint`.execute(db)
  return new Map(rows.map(({ fingerprint, is_conserved }) => [fingerprint, is_conserved]))
}

export type EntryKey = { registryManagerAddr: Address; registryId: RegistryId; fingerprint: Fingerprint }

/** The owner on the ledger: the last one if the entry has ended. */
export async function findEntryOwner(
  db: Queryable,
  { registryManagerAddr, registryId, fingerprint }: EntryKey,
): Promise<Address | undefined> {
  const row = await db
    .selectFrom('entries')
    .select('owner')
    .where('registry_manager', '=', registryManagerAddr)
    .where('fingerprint', '=', fingerprint)
    .where('registry_id', '=', registryId)
    .where(validAt('entries'))
    .executeTakeFirst()
  return row?.owner
}

/** The details that a tenant has of an entry. */
export async function findOwnEntry(
  db: Queryable,
  tenant: Address,
  { registryId, fingerprint }: Pick<EntryKey, 'registryId' | 'fingerprint'>,
): Promise<RegistryEntryDetails | undefined> {
  const held = await findPrivateRecord(db, tenant, 'ENTRY', fingerprint)
  return held?.entity_id === registryId ? (held.data as RegistryEntryDetails) : undefined
}
