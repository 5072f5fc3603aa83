// Whether the index has all of the chain, and has it right: what was settled, what was canceled, and what everybody holds in the
// end, which is what everybody held before anything was lent.
import { deliveryManagerAbi } from '@connex/contracts'
import { toQuantity } from '@connex/protocol'
import { getAbiItem, toEventSelector } from 'viem'
import { openDatabase } from '../../node/src/storage/engine/openDatabase.ts'
import type { DatabaseLocation } from '../../node/src/storage/engine/openDatabase.ts'
import { ISSUED } from './parties.ts'
import type { Recordings } from './recordings.ts'
import { numDeliveriesOf } from './schedule.ts'
import type { ChainSize } from './schedule.ts'

const ENDS = {
  SETTLED: toEventSelector(getAbiItem({ abi: deliveryManagerAbi, name: 'DeliverySettled' })),
  CANCELED: toEventSelector(getAbiItem({ abi: deliveryManagerAbi, name: 'DeliveryCanceled' })),
} as const

/** Throws what differs. Deliveries of the real ledger count too. */
export async function crossCheck(
  location: DatabaseLocation,
  recordings: Recordings,
  size: ChainSize,
): Promise<void> {
  const generated = numDeliveriesOf(size)
  const realLogs = recordings.real.flatMap(({ logs }) => logs)
  const numReal = (topic: string) => realLogs.filter(({ topics }) => topics[0] === topic).length
  const database = await openDatabase(location)
  try {
    const db = database.kysely
    for (const state of ['SETTLED', 'CANCELED'] as const) {
      const { count } = await db
        .selectFrom('deliveries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('to_block', 'is', null)
        .where('state', '=', state)
        .executeTakeFirstOrThrow()
      requireEqual(`deliveries ${state}`, count, generated[state] + numReal(ENDS[state]))
    }
    const { count } = await db
      .selectFrom('positions')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('to_block', 'is', null)
      .where('balance', '=', toQuantity(ISSUED))
      .where('earmarked', '=', toQuantity(0n))
      .executeTakeFirstOrThrow()
    requireEqual('positions as issued', count, size.tenants * size.instruments)
  } finally {
    await database.close()
  }
}

function requireEqual(what: string, indexed: number, expected: number): void {
  if (indexed !== expected) throw new Error(`The index has ${indexed} ${what}, the chain ${expected}.`)
}
