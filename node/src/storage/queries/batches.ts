// Batches that a tenant's users sign: a controller's rules, and what has used up nonces.
import type { Address, Bytes32, DappType, TxHash } from '@connex/protocol'
import { privilegeName } from '@connex/protocol'
import { validAt } from '../projections/validAt.ts'
import type { Queryable } from '../engine/database.ts'

export type ControllerRules = {
  dapp: Address
  type: DappType
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
    .select(['dapp', 'type'])
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
    type: own.type,
    rules: new Map(
      rows.map(({ selector, privilege_id, signatures_required }) => [
        selector,
        { privilege: privilegeName(privilege_id), signaturesRequired: signatures_required },
      ]),
    ),
  }
}

export type ExecutedBatch = { user: Address; txHash: TxHash; block: number }

/** What has used up a nonce: a co-signed batch, or, without a digest, a user who cancelled it. */
export type NonceUse = ExecutedBatch & { tenant: Address; nonce: Bytes32; digest: Bytes32 | null }

/** Of any tenant: nonces are random, and each tenant has its own. */
export async function listNonceUses(db: Queryable, nonces: readonly Bytes32[]): Promise<NonceUse[]> {
  if (nonces.length === 0) return []
  const batches = await db
    .selectFrom('batch_signers')
    .select(['tenant', 'user_address as user', 'tx_hash as txHash', 'from_block as block', 'digest'])
    .select((select) => select.ref('nonce').$castTo<Bytes32>().as('nonce'))
    .where('is_sender', '=', true)
    .where('nonce', 'in', nonces)
    .execute()
  const cancelled = await db
    .selectFrom('cancelled_nonces')
    .select(['tenant', 'user_address as user', 'tx_hash as txHash', 'from_block as block', 'nonce'])
    .where('nonce', 'in', nonces)
    .execute()
  return [...batches, ...cancelled.map((one) => ({ ...one, digest: null }))]
}

/** Whether the index still has a block, and the ledger transaction in it; locks the cursor until the transaction ends. */
export async function stillHas(trx: Queryable, block: number, txHash: TxHash | null): Promise<boolean> {
  const cursor = await trx.selectFrom('cursor').select('block_number').forShare().executeTakeFirst()
  if (cursor === undefined || cursor.block_number < block) return false
  if (txHash === null) return true
  const inBlock = (table: 'batch_signers' | 'cancelled_nonces') =>
    trx.selectFrom(table).select('tx_hash').where('tx_hash', '=', txHash).where('from_block', '=', block)
  const row = await inBlock('batch_signers').unionAll(inBlock('cancelled_nonces')).executeTakeFirst()
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
    .select(['user_address as user', 'tx_hash as txHash', 'from_block as block'])
    .where('controller', '=', controller)
    .where('tx_hash', '=', txHash)
    .where('part', '=', 0)
    .executeTakeFirst()
}
