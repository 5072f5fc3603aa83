// The batch that comes next: read in its turn, or ahead of it, while the batch before it is being committed.
import type { Address } from '@connex/protocol'
import type { Contracts } from './gatherEvents.ts'
import type { Block, Ledger } from './ledger.ts'
import { readBatch } from './readBatch.ts'
import type { Batch, BatchRequest } from './readBatch.ts'
import type { Tip } from './reconcile.ts'
import { createRequestRange, inRange } from './requestRange.ts'

export type BatchReader = {
  /** Reads the blocks after the index's tip. `'refused'` if the ledger failed, so that fewer blocks are requested next time. */
  next: (tip: Tip, head: Block) => Promise<Awaited<ReturnType<typeof readBatch>> | 'refused'>
  /**
   * Awaits the commit of the batch up to `last`, and reads the one after it meanwhile. Both have ended when it returns or throws,
   * so that one step's questions never meet another's.
   */
  readAhead: <Committed>(last: Block, head: Block, committing: Promise<Committed>) => Promise<Committed>
}

/** `contracts`: those of all batches that `next` has returned and the index has not rolled back. */
export function createBatchReader(given: {
  ledger: Ledger
  contracts: () => Contracts
  findEarlyLogs: BatchRequest['findEarlyLogs']
}): BatchReader {
  const { ledger, contracts, findEarlyLogs } = given
  const range = createRequestRange()
  let ahead: Batch | undefined

  const read = (previous: Tip, head: Block, findLogs = findEarlyLogs) =>
    readBatch({
      ledger,
      contracts: contracts(),
      previous,
      head,
      to: Math.min(head.number, previous.number + range.blocks()),
      range: range.blocks(),
      findEarlyLogs: findLogs,
    })

  /** Undefined unless all went well: in its turn the batch is read again, and the failure answered. */
  async function tryRead(last: Block, head: Block, committing: Promise<unknown>): Promise<Batch | undefined> {
    if (last.number >= head.number) return undefined
    const findLogs = async (addresses: readonly Address[]) => {
      await committing
      return findEarlyLogs(addresses)
    }
    const batch = await read(last, head, findLogs).catch(() => undefined)
    return typeof batch === 'string' ? undefined : batch
  }

  return {
    async next(tip, head) {
      const known = ahead?.previous.hash === tip.hash ? ahead : undefined
      ahead = undefined
      const batch = known ?? (await inRange(range, () => read(tip, head)))
      if (typeof batch !== 'string') range.answered(batch.numLogs)
      return batch
    },
    async readAhead(last, head, committing) {
      const reading = tryRead(last, head, committing)
      try {
        return await committing
      } finally {
        ahead = await reading
      }
    },
  }
}
