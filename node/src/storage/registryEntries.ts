// Entries of registers: the ledger's half, and beside it what the asking tenant knows of the private one.
import { sql } from 'kysely'
import { ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type {
  AccountNumber,
  AccountsFilter,
  Address,
  AsOf,
  Bytes32,
  EntryType,
  Fingerprint,
  Page,
  Paging,
  Quantity,
  RegistryEntry,
  RegistryEntryDetails,
  RegistryId,
} from '@connex/protocol'
import { blockAt } from './blockAt.ts'
import { shownQuantity } from './conditions.ts'
import { holdsAt } from './holdsAt.ts'
import { listConserved } from './listConserved.ts'
import { page } from './page.ts'
import type { PageRules } from './page.ts'
import type { Queryable } from './queryable.ts'

export type EntryFilters = AsOf & {
  registryManagerAddr?: Address | undefined
  registrarAddr?: Address | undefined
  registryId?: RegistryId | undefined
  fingerprints?: Fingerprint[] | undefined
  entryType?: EntryType[] | undefined
  owner?: Address | undefined
  issuer?: Address | undefined
  earmarked?: boolean | undefined
  earmarkedBy?: Address | undefined
  earmarkReference?: Bytes32 | undefined
  accountsFilter?: AccountsFilter | undefined
  fromBlock?: number | undefined
}

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

/** A tenant's own, and those of the registers that it keeps. */
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
      join.onRef('i.instrument_id', '=', 'e.instrument_id').on(holdsAt('i', block)),
    )
    .innerJoin('registries as r', (join) =>
      join
        .onRef('r.registry_manager', '=', 'e.registry_manager')
        .onRef('r.registry_id', '=', 'e.registry_id')
        .on(holdsAt('r', block)),
    )
    // What names another owner than the ledger does is believed by nobody.
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
    .where(holdsAt('e', block))
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
