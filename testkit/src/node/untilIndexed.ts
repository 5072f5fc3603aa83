import { readCursor } from '../../../node/src/storage/projections/cursor.ts'
import type { RunningNode } from '../../../node/src/startNode.ts'
import type { TestLedger } from './startTestLedger.ts'
import { until } from './until.ts'

/** Until the server has read the ledger as far as it goes. */
export async function untilIndexed({ ledger }: TestLedger, { database }: RunningNode): Promise<void> {
  const head = Number(await ledger.client.getBlockNumber({ cacheTime: 0 }))
  await until(`block ${head}`, async () => ((await readCursor(database.kysely))?.block_number ?? 0) >= head)
}
