// How many blocks to request at once: as many as the ledger takes, and as hold a good number of logs.

/** How many at first. */
const FIRST = 500
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

/** `createRequestRange().blocks()` → 500 */
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
