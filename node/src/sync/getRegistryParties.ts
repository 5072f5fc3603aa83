import type { Address, RegistryId } from '@connex/protocol'
import { ApiError } from '../errors.ts'
import { findRegistryParties } from '../storage/queries/registries.ts'
import type { RegistryParties } from '../storage/queries/registries.ts'
import type { Queryable } from '../storage/engine/database.ts'

/** What another server pushes may be about a registry that this one's index has not reached. */
export async function getRegistryParties(
  db: Queryable,
  registryManager: Address,
  registryId: RegistryId,
  isPushed: boolean,
): Promise<RegistryParties> {
  const parties = await findRegistryParties(db, registryManager, registryId)
  if (parties === undefined) throw new ApiError(isPushed ? 'notYetIndexed' : 'registryNotFound')
  return parties
}
