// The keys of HTLC legs: one for each leg, its sender's alone, never pushed.
import { fingerprintOf } from '@connex/protocol'
import type { Address, Bytes32, DeliveryId } from '@connex/protocol'
import { nowSeconds } from '../engine/database.ts'
import type { Queryable } from '../engine/database.ts'

type NewSecret = {
  tenant: Address
  address: Address
  deliveryId: DeliveryId
  legIdx: number
  secret: Bytes32
}

/** Stores the secret unless there is one, and returns the stored one. */
export async function storeHtlcSecret(
  db: Queryable,
  { tenant, address, deliveryId, legIdx, secret }: NewSecret,
): Promise<string> {
  const type = String(legIdx)
  await db
    .insertInto('private_records')
    .values({
      tenant,
      kind: 'HTLC_SECRET',
      fingerprint: fingerprintOf({ salt: secret, deliveryId, legIdx }),
      entity_id: deliveryId,
      type,
      data: JSON.stringify({ secret }),
      author_tenant: tenant,
      author_address: address,
      proof: null,
      shared_with: [],
      created_at: nowSeconds(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { data } = await db
    .selectFrom('private_records')
    .select('data')
    .where('tenant', '=', tenant)
    .where('kind', '=', 'HTLC_SECRET')
    .where('entity_id', '=', deliveryId)
    .where('type', '=', type)
    .executeTakeFirstOrThrow()
  return (data as { secret: string }).secret
}
