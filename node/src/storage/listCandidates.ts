import { sql } from 'kysely'
import { ZERO_ADDRESS } from '@connex/protocol'
import type { AccountNumber, Address, Candidate, Fingerprint, Quantity, RegistryId } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'
import type { Queryable } from './queryable.ts'

export type CandidateFilters = {
  registryManagerAddr: Address
  registryId: RegistryId
  owner: Address
  accounts?: readonly AccountNumber[] | undefined
  isRedeemable: boolean
  without?: readonly Fingerprint[] | undefined
}

/**
 * The entries of one owner that may be proposed: free ones whose quantity the asking tenant knows, and that are its own or in
 * a register that it keeps. What is marked for redemption can do nothing else, so one kind excludes the other.
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
    .where(holdsAt('e'))
  if (accounts !== undefined)
    found = found.where(sql<boolean>`p.data->>'account' = ANY(${[...accounts]}::text[])`)
  const rows = await found.execute()
  const excluded = new Set(without)
  return rows
    .filter(({ fingerprint }) => !excluded.has(fingerprint))
    .map(({ fingerprint, quantity }) => ({ fingerprint, quantity: BigInt(quantity) }))
}
