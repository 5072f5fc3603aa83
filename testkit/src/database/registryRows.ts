// What an index would have read of registries, written by hand in the manner of seedLedger.ts.
import { ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import type { Address, Bytes32, Fingerprint } from '@connex/protocol'
import type { Queryable } from '../../../node/src/storage/engine/database.ts'
import type { MovementKind } from '../../../node/src/storage/schema/registryTables.ts'
import { SEEDED } from './ledgerRows.ts'

const { registryManager: registry_manager, registryId: registry_id } = SEEDED

let count = 0
const appended = () => ({
  from_block: 2,
  log_index: 0,
  tx_hash: `0x${(count += 1).toString(16).padStart(64, '0')}` as never,
})

/** A registry was suspended, unregistered or the like for a reason. */
export async function seedReason(db: Queryable, reason: Fingerprint): Promise<void> {
  const about = { registry_manager, registry_id, state: 'SUSPENDED' as const, reason_fp: reason as Bytes32 }
  const nobody = { acted_by: ZERO_ADDRESS, agreed_by: ZERO_ADDRESS }
  await db
    .insertInto('registry_changes')
    .values({ ...about, ...nobody, at: 2, ...appended() })
    .execute()
}

export async function seedForcedTransfer(db: Queryable, reason: Fingerprint): Promise<void> {
  await seedMovement(db, { kind: 'FORCED_TRANSFER', reference: reason, quantity: '250', at: 2 })
}

type Side = { owner: Address; account: string }
export type SeededMovement = {
  kind: MovementKind
  reference?: Bytes32 | Fingerprint
  from?: Side
  to?: Side
  quantity: string
  at: number
}

/** Something moved in a registry of accounts. */
export async function seedMovement(
  db: Queryable,
  { reference = ZERO_BYTES32, from, to, quantity, ...moved }: SeededMovement,
): Promise<void> {
  const about = {
    registry_manager,
    registry_id,
    custody_chain_id: ZERO_BYTES32,
    part: 0,
    acted_by: ZERO_ADDRESS,
  }
  await db
    .insertInto('movements')
    .values({
      ...about,
      ...moved,
      reference: reference as Bytes32,
      sender: from?.owner ?? ZERO_ADDRESS,
      sender_account: (from?.account ?? null) as never,
      receiver: to?.owner ?? ZERO_ADDRESS,
      receiver_account: (to?.account ?? null) as never,
      quantity: quantity as never,
      ...appended(),
    })
    .execute()
}

export async function seedEntry(
  db: Queryable,
  { fingerprint, owner, registrar }: { fingerprint: Fingerprint; owner: Address; registrar: Address },
): Promise<void> {
  const about = { registry_manager, registry_id, registrar, instrument_id: SEEDED.instrumentId, owner }
  const state = { earmarked_by: ZERO_ADDRESS, movement_ref: ZERO_BYTES32, created_at: 2 }
  await db
    .insertInto('entries')
    .values({
      ...about,
      ...state,
      fingerprint: fingerprint as Bytes32,
      entry_type: 'ISSUED',
      created_action: 'ISSUE',
      from_block: 2,
      to_block: null,
    })
    .execute()
}

export async function endEntry(db: Queryable, fingerprint: Fingerprint): Promise<void> {
  await db
    .updateTable('entries')
    .set({ entry_type: 'TERMINATED' })
    .where('fingerprint', '=', fingerprint as Bytes32)
    .execute()
}
