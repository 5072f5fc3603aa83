// How many blocks to request at once: as many as the ledger takes, and as hold a good number of logs.
import { LedgerError } from './ledger.ts'

/** How many at first: few, because each of them may be full of logs. */
const FIRST = 20
const MOST = 20_000
/** The best size of a batch: larger ones block readers of an embedded database. */
const LOGS_WANTED = 2_000
/** After so many answers in a row, more blocks are tried than the ledger last refused. */
const PATIENCE = 50

export type RequestRange = {
  blocks: () => number
  /** After an answer with so many logs. */
  answered: (numLogs: number) => void
  /** The ledger may have refused because the range is too large. */
  refused: () => void
}

/** `createRequestRange().blocks()` → 20 */
export function createRequestRange(): RequestRange {
  let blocks = FIRST
  let limit = MOST
  let numAnswers = 0
  return {
    blocks: () => blocks,
    answered(numLogs) {
      numAnswers += 1
      if (numAnswers % PATIENCE === 0) limit = Math.min(MOST, limit * 2)
      if (numLogs > LOGS_WANTED * 2) blocks = Math.max(1, Math.floor(blocks / 2))
      else if (numLogs < LOGS_WANTED / 2) blocks = Math.min(limit, blocks * 2)
    },
    refused() {
      numAnswers = 0
      limit = Math.max(1, Math.floor(blocks / 2))
      blocks = limit
    },
  }
}

/** The answer, or 'refused' if the ledger failed, perhaps because the range is too large. `onSmallest`: it cannot be smaller. */
export async function inRange<Answer>(
  range: RequestRange,
  read: () => Promise<Answer>,
  onSmallest: (error: LedgerError) => void = rethrow,
): Promise<Answer | 'refused'> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    if (range.blocks() === 1) onSmallest(error)
    range.refused()
    return 'refused'
  }
}

function rethrow(error: LedgerError): never {
  throw error
}
