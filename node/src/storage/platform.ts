// The platform as the ledger's events tell it.
import type { Address, DappType, Quantity } from '@connex/protocol'
import { holdsAt } from './holdsAt.ts'
import type { Queryable } from './queryable.ts'

export type Platform = { address: Address; name: string; refundThreshold: Quantity; refundLimit: Quantity }

/** Undefined until the index has reached the block in which the platform was created. */
export async function findPlatform(db: Queryable): Promise<Platform | undefined> {
  return db
    .selectFrom('platform')
    .select(['address', 'name', 'refund_threshold as refundThreshold', 'refund_limit as refundLimit'])
    .where(holdsAt('platform'))
    .executeTakeFirst()
}

/** The contracts behind one type of dApp, the oldest first. */
export async function listDappAddresses(db: Queryable, type: DappType): Promise<Address[]> {
  const rows = await db
    .selectFrom('dapps')
    .select('address')
    .where('type', '=', type)
    .where(holdsAt('dapps'))
    .orderBy('from_block')
    .orderBy('address')
    .execute()
  return rows.map(({ address }) => address)
}
