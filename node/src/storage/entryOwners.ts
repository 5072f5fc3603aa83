// Whose an entry is, and who may write about a registry's entries.
import type { Address, Fingerprint, RegistryEntryDetails, RegistryId } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'
import { findPrivateRecord } from './privateRecords.ts'
import type { Queryable } from './queryable.ts'

export type EntryKey = { registryManagerAddr: Address; registryId: RegistryId; fingerprint: Fingerprint }

/** By the ledger: the last one where the entry has ended. */
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
    .where(holdsAt('entries'))
    .executeTakeFirst()
  return row?.owner
}

/** By what a tenant holds of it. */
export async function findOwnEntry(
  db: Queryable,
  tenant: Address,
  { registryId, fingerprint }: Pick<EntryKey, 'registryId' | 'fingerprint'>,
): Promise<RegistryEntryDetails | undefined> {
  const held = await findPrivateRecord(db, tenant, 'ENTRY', fingerprint)
  return held?.entity_id === registryId ? (held.data as RegistryEntryDetails) : undefined
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
    .where(holdsAt('custody_chains'))
    .execute()
  return rows.map((row) => row.transfer_agent)
}
