import type { BlockNumber } from '@connex/protocol'
import { waitForIndex } from '@connex/sdk'
import type { Desk, Desks } from './openDesks.ts'

/** Waits until every desk's server has read the ledger up to a block: one bank's next step builds on another's. */
export async function together(desks: Desks | readonly Desk[], block: BlockNumber): Promise<void> {
  await Promise.all(Object.values(desks).map(({ client }) => waitForIndex(client, block)))
}
