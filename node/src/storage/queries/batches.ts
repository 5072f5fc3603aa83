// Batches that a tenant's users sign: a controller's rules, the tenant's nonce, and the batches that have consumed nonces.
import type { Address, Quantity, TxHash } from '@connex/protocol'
import { privilegeName } from '@connex/protocol'
import { validAt } from '../lists/asOf.ts'
import type { Queryable } from '../engine/database.ts'

export type ControllerRules = {
  dapp: Address
  /** By selector; undefined for a privilege that this version does not know, which nobody can hold. */
  rules: Map<string, { privilege: string | undefined; signaturesRequired: number }>
}

/** Undefined if it is not the tenant's controller. */
export async function findControllerRules(
  db: Queryable,
  tenant: Address,
  controller: Address,
): Promise<ControllerRules | undefined> {
  const own = await db
    .selectFrom('dapp_controllers')
    .select('dapp')
    .where('tenant', '=', tenant)
    .where('address', '=', controller)
    .where(validAt('dapp_controllers'))
    .executeTakeFirst()
  if (own === undefined) return undefined
  const rows = await db
    .selectFrom('workflow_config')
    .select(['selector', 'privilege_id', 'signatures_required'])
    .where('controller', '=', controller)
    .where(validAt('workflow_config'))
    .execute()
  return {
    dapp: own.dapp,
    rules: new Map(
      rows.map(({ selector, privilege_id, signatures_required }) => [
        selector,
        { privilege: privilegeName(privilege_id), signaturesRequired: signatures_required },
      ]),
    ),
  }
}

/** The nonce that the tenant's next co-signed batch consumes; they count from 0. */
export async function findTenantNonce(db: Queryable, tenant: Address): Promise<bigint> {
  const row = await db
    .selectFrom('batch_signers')
    .select((select) => select.fn.max('nonce').as('last'))
    .where('tenant', '=', tenant)
    .where('part', '>', 0)
    .executeTakeFirst()
  const last: string | number | null = row?.last ?? null
  return last === null ? 0n : BigInt(last) + 1n
}

export type ExecutedBatch = { controller: Address; sender: Address; txHash: TxHash; block: number }

/** The co-signed batch that has consumed a nonce. */
export async function findBatchByNonce(
  db: Queryable,
  tenant: Address,
  nonce: Quantity,
): Promise<ExecutedBatch | undefined> {
  return db
    .selectFrom('batch_signers as cosigner')
    .innerJoin('batch_signers as sender', (join) =>
      join
        .onRef('sender.tx_hash', '=', 'cosigner.tx_hash')
        .onRef('sender.log_index', '=', 'cosigner.log_index')
        .on('sender.part', '=', 0),
    )
    .select(['sender.controller', 'sender.user_address as sender', 'sender.tx_hash as txHash'])
    .select('sender.from_block as block')
    .where('cosigner.tenant', '=', tenant)
    .where('cosigner.nonce', '=', nonce)
    .where('cosigner.part', '>', 0)
    .executeTakeFirst()
}

/** Whether the index still has a block, and the ledger transaction in it; locks the cursor until the transaction ends. */
export async function stillHas(trx: Queryable, block: number, txHash: TxHash | null): Promise<boolean> {
  const cursor = await trx.selectFrom('cursor').select('block_number').forShare().executeTakeFirst()
  if (cursor === undefined || cursor.block_number < block) return false
  if (txHash === null) return true
  const row = await trx
    .selectFrom('batch_signers')
    .select('tx_hash')
    .where('tx_hash', '=', txHash)
    .where('from_block', '=', block)
    .executeTakeFirst()
  return row !== undefined
}

/** A batch of a controller in a transaction, co-signed or not. */
export async function findBatchByTx(
  db: Queryable,
  controller: Address,
  txHash: TxHash,
): Promise<ExecutedBatch | undefined> {
  return db
    .selectFrom('batch_signers')
    .select(['controller', 'user_address as sender', 'tx_hash as txHash', 'from_block as block'])
    .where('controller', '=', controller)
    .where('tx_hash', '=', txHash)
    .where('part', '=', 0)
    .executeTakeFirst()
}
