// Small facts that the index knows: who is blacklisted, who holds a privilege, what a registry is.
import type { Address, Page, Paging, RegistryId } from '@connex/protocol'
import { holdsAt } from '../lists/asOf.ts'
import { page } from '../lists/page.ts'
import type { Queryable } from '../engine/database.ts'

export async function listBlacklist(
  db: Queryable,
  addresses: readonly Address[] | undefined,
  paging: Paging,
): Promise<Page<{ address: Address }>> {
  let found = db.selectFrom('blacklist').select('address').where(holdsAt('blacklist'))
  if (addresses !== undefined) found = found.where('address', 'in', addresses)
  return page(found, paging, {
    sorts: { address: 'address' },
    defaultSort: 'address',
    search: ['address'],
    unique: ['address'],
  })
}

export async function isAnyBlacklisted(db: Queryable, addresses: readonly Address[]): Promise<boolean> {
  const row = await db
    .selectFrom('blacklist')
    .select('address')
    .where('address', 'in', addresses)
    .where(holdsAt('blacklist'))
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the platform has told of this contract: a tenant's, a controller, a manager, a factory. */
export async function isKnownContract(db: Queryable, address: Address): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_contracts')
    .select('kind')
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether users may read the contract: one that the platform announced, or a dApp of any type, such as a token. */
export async function isReadableContract(db: Queryable, address: Address): Promise<boolean> {
  if (await isKnownContract(db, address)) return true
  const dapp = await db.selectFrom('dapps').select('type').where('address', '=', address).executeTakeFirst()
  return dapp !== undefined
}

export type RegistryParties = { registrar: Address; issuerOrDepositary: Address | null }

/** Both sides of a registry or of the request for one; undefined where the index knows neither. */
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
    .where(holdsAt('registrations'))
    .executeTakeFirst()
  if (requested !== undefined) return requested
  const kept = await db
    .selectFrom('registries')
    .select('registrar')
    .where('registry_manager', '=', registryManager)
    .where('registry_id', '=', registryId)
    .where(holdsAt('registries'))
    .executeTakeFirst()
  return kept && { ...kept, issuerOrDepositary: null }
}

export async function findConfirmer(db: Queryable, tenant: Address): Promise<Address | undefined> {
  const row = await db
    .selectFrom('tenants')
    .select('confirmer')
    .where('address', '=', tenant)
    .where(holdsAt('tenants'))
    .executeTakeFirst()
  return row?.confirmer
}

/** Names by address, of tenants that are or were registered. */
export async function tenantNames(
  db: Queryable,
  addresses: readonly Address[],
): Promise<Map<Address, string>> {
  if (addresses.length === 0) return new Map()
  const rows = await db
    .selectFrom('tenants')
    .select(['address', 'name'])
    .where('address', 'in', addresses)
    .where(holdsAt('tenants'))
    .execute()
  return new Map(rows.map(({ address, name }) => [address, name]))
}
