// Registries: their parties, confirmers and custody chains.
import { ZERO_ADDRESS } from '@connex/protocol'
import type { Address, CallQuery, CustodyChain, Page, Paging, RegistryId } from '@connex/protocol'
import { sql } from 'kysely'
import { shownQuantity } from '../lists/conditions.ts'
import { validAt } from '../projections/validAt.ts'
import { page } from '../lists/page.ts'
import type { Queryable } from '../engine/database.ts'

/** The confirmer's next nonce for a tenant; undefined without such a tenant or registry manager. */
export async function findRegistryNonce(
  db: Queryable,
  registryManager: Address,
  tenant: Address,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('dapps as d')
    .innerJoin('tenants as t', (join) => join.on('t.address', '=', tenant).on(validAt('t')))
    .leftJoin('registry_confirmers as c', (join) =>
      join.onRef('c.registry_manager', '=', 'd.address').onRef('c.tenant', '=', 't.address').on(validAt('c')),
    )
    .select(['c.nonce'])
    .where('d.address', '=', registryManager)
    .where('d.type', '=', 'registry')
    .where(validAt('d'))
    .executeTakeFirst()
  // A tenant without a row has used no nonce.
  return row && (row.nonce ?? '0')
}

export async function listConfirmers(
  db: Queryable,
  { registryManagerAddr, tenantAddr }: CallQuery<'registryConfirmerAccounts'>,
  paging: Paging,
) {
  let found = db
    .selectFrom('registry_confirmers as c')
    .select(['c.registry_manager as registryManagerAddr', 'c.tenant as tenantAddr', 'c.confirmer'])
    .where('c.confirmer', '<>', ZERO_ADDRESS)
    .where(validAt('c'))
  if (registryManagerAddr !== undefined) found = found.where('c.registry_manager', '=', registryManagerAddr)
  if (tenantAddr !== undefined) found = found.where('c.tenant', '=', tenantAddr)
  return page(found, paging, {
    sorts: { tenantAddr: 'c.tenant', registryManagerAddr: 'c.registry_manager', confirmer: 'c.confirmer' },
    defaultSort: 'tenantAddr',
    search: ['c.tenant', 'c.registry_manager', 'c.confirmer'],
    unique: ['c.registry_manager', 'c.tenant'],
  })
}

/** Custody chains of which a tenant is registrar, transfer agent or custodian, or over which it has or had a position. */
export async function listCustodyChains(
  db: Queryable,
  tenant: Address,
  { custodyChainId, registryManagerAddr, registryId }: CallQuery<'custodyChains'>,
  paging: Paging,
): Promise<Page<CustodyChain>> {
  let found = db
    .selectFrom('custody_chains as c')
    .innerJoin('registries as r', (join) =>
      join
        .onRef('r.registry_manager', '=', 'c.registry_manager')
        .onRef('r.registry_id', '=', 'c.registry_id')
        .on(validAt('r')),
    )
    .innerJoin('instruments as i', (join) =>
      join.onRef('i.instrument_id', '=', 'r.instrument_id').on(validAt('i')),
    )
    .select([
      'c.custody_chain_id as custodyChainId',
      'c.registry_manager as registryManagerAddr',
      'c.registry_id as registryId',
      'r.registrar as registrarAddr',
      'r.instrument_id as instrumentId',
      'i.identifier',
      'i.decimals',
      'c.transfer_agent as transferAgentAddr',
      'c.onramped',
      'c.offramped',
      sql<Address[]>`ARRAY(SELECT k.custodian FROM chain_custodians k
        WHERE k.registry_manager = c.registry_manager AND k.custody_chain_id = c.custody_chain_id ORDER BY k.part)`.as(
        'custodians',
      ),
    ])
    .where(
      sql<boolean>`(${tenant} IN (r.registrar, c.transfer_agent)
        OR EXISTS (SELECT 1 FROM chain_custodians k WHERE k.registry_manager = c.registry_manager
          AND k.custody_chain_id = c.custody_chain_id AND k.custodian = ${tenant})
        OR EXISTS (SELECT 1 FROM chain_positions p WHERE p.registry_manager = c.registry_manager
          AND p.custody_chain_id = c.custody_chain_id AND p.owner = ${tenant} AND p.to_block IS NULL))`,
    )
    .where(validAt('c'))
  if (custodyChainId !== undefined) found = found.where('c.custody_chain_id', '=', custodyChainId)
  if (registryManagerAddr !== undefined) found = found.where('c.registry_manager', '=', registryManagerAddr)
  if (registryId !== undefined) found = found.where('c.registry_id', '=', registryId)
  return page(db.selectFrom(found.as('found')).selectAll(), paging, {
    sorts: {
      identifier: 'identifier',
      custodyChainId: 'custodyChainId',
      onramped: 'onramped',
      offramped: 'offramped',
    },
    quantities: {
      onramped: shownQuantity('onramped', 'decimals'),
      offramped: shownQuantity('offramped', 'decimals'),
    },
    defaultSort: 'identifier',
    search: ['identifier', 'custodyChainId'],
    unique: ['registryManagerAddr', 'custodyChainId'],
  })
}

export type RegistryParties = { registrar: Address; issuerOrDepositary: Address | null }

/** The parties of a registry or of its requested registration; undefined if the index has neither. */
export async function findRegistryParties(
  db: Queryable,
  registryManager: Address,
  registryId: RegistryId,
): Promise<RegistryParties | undefined> {
  const requested = await db
    .selectFrom('registrations')
    .select(['registrar', 'issuer_or_depositary as issuerOrDepositary'])
    .where('registry_manager', '=', registryManager)
    .where('registry_id', '=', registryId)
    .where(validAt('registrations'))
    .executeTakeFirst()
  if (requested !== undefined) return requested
  const registry = await db
    .selectFrom('registries')
    .select('registrar')
    .where('registry_manager', '=', registryManager)
    .where('registry_id', '=', registryId)
    .where(validAt('registries'))
    .executeTakeFirst()
  return registry && { ...registry, issuerOrDepositary: null }
}

/** The transfer agents of a registry's custody chains. */
export async function listTransferAgents(
  db: Queryable,
  registryManager: Address,
  registryId: RegistryId,
): Promise<Address[]> {
  const rows = await db
    .selectFrom('custody_chains')
    .select('transfer_agent')
    .distinct()
    .where('registry_manager', '=', registryManager)
    .where('registry_id', '=', registryId)
    .where(validAt('custody_chains'))
    .execute()
  return rows.map((row) => row.transfer_agent)
}
