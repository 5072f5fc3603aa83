// Whether a user's signature over a batch would count on the ledger, by what the index knows now.
import { batchDigest } from '@connex/protocol'
import type { Address, HexData, PrivilegeName, WorkflowBatch } from '@connex/protocol'
import { recoverAddress } from '../ledger/rawTransaction.ts'
import type { ControllerRules } from '../storage/queries/batches.ts'
import { isAnyBlacklisted } from '../storage/queries/platform.ts'
import type { Queryable } from '../storage/engine/database.ts'
import { findPrivileges } from '../storage/queries/users.ts'
import { ApiError } from '../errors.ts'
import { readSignature } from './readSignature.ts'

const DAPP_USER: PrivilegeName = 'user.DAPP_USER'

type Batched = { tenant: Address; batch: WorkflowBatch; controller: ControllerRules }

/** The signature is the user's own, over this very batch on this chain. */
export function requireSignature(
  chainId: number,
  user: Address,
  batch: WorkflowBatch,
  signature: HexData,
): void {
  const read = readSignature(signature)
  const signer = read && recoverAddress(batchDigest(chainId, batch), read.rs, read.recovery)
  if (signer !== user) throw new ApiError('signatureNotOfBatch')
}

/** The user holds what the controller asks of each signer, and nobody of them is blacklisted. */
export async function requireEntitled(db: Queryable, batched: Batched, user: Address): Promise<void> {
  if (!(await isEntitled(db, batched, user))) throw new ApiError('notEntitledToSign')
}

export async function isEntitled(
  db: Queryable,
  { tenant, batch, controller }: Batched,
  user: Address,
): Promise<boolean> {
  if (await isAnyBlacklisted(db, [tenant, user])) return false
  const { privileges, instancePrivileges } = await findPrivileges(db, tenant, user)
  const onDapp = instancePrivileges
    .filter(({ instanceAddr }) => instanceAddr === controller.dapp)
    .flatMap((instance) => instance.privileges)
  const held = new Set([...privileges, ...onDapp])
  const needed = batch.calls.map(({ data }) => controller.rules.get(data.slice(0, 10))?.privilege)
  return privileges.includes(DAPP_USER) && needed.every((name) => name !== undefined && held.has(name))
}
