// A process that indexes into its own database, for tests that kill it: at any moment, or at a place that they name.
import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { openLedger } from '../indexer/openLedger.ts'
import { startIndexer } from '../indexer/startIndexer.ts'
import { openDatabase } from '../storage/openDatabase.ts'
import type { IndexerProcessOptions } from './startIndexerProcess.ts'

const { dataDir, dieAt, ...config } = JSON.parse(process.argv[2] ?? '') as IndexerProcessOptions

/** Without a word to anybody, as a kill from outside is. */
const die = () => process.kill(process.pid, 'SIGKILL')

if (dieAt !== undefined && 'sql' in dieAt) dieAtStatement(dieAt.sql, dieAt.nth ?? 1)
if (dieAt !== undefined && 'after' in dieAt && dieAt.after === 'commit') dieAfterCommit(dieAt.nth ?? 1)

process.on('disconnect', () => process.exit())
const database = await openDatabase({ dataDir })
const ledger = openLedger({ rpcUrl: config.ledgerRpcUrl, pollMs: 20 })
const { logs } = ledger
ledger.logs = async (filter) => {
  const answer = await logs(filter)
  if (dieAt !== undefined && 'after' in dieAt && dieAt.after === 'fetch' && answer.length > 0) die()
  return answer
}
const indexer = startIndexer({ database, ledger, config, log: pino({ level: 'silent' }) })
process.send?.({ ready: true })
process.on('message', () => process.send?.({ status: indexer.status() }))

/** Dies before the nth statement that contains the text. */
function dieAtStatement(text: string, nth: number): void {
  let left = nth
  const look = (statement: string) => {
    if (statement.includes(text) && --left === 0) die()
  }
  watchTransactions(look, () => undefined)
}

/** Dies after the nth transaction that moved the cursor. */
function dieAfterCommit(nth: number): void {
  let left = nth
  let hasMoved = false
  watchTransactions(
    (statement) => {
      if (statement.startsWith('update "cursor"')) hasMoved = true
    },
    () => {
      if (hasMoved && --left === 0) die()
    },
  )
}

function watchTransactions(look: (statement: string) => void, onCommitted: () => void): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { transaction } = PGlite.prototype
  PGlite.prototype.transaction = async function watched(callback) {
    const result = await transaction.call(this, (trx) => {
      const { query } = trx
      trx.query = (statement, ...rest) => {
        look(statement)
        return query.call(trx, statement, ...rest) as ReturnType<typeof trx.query> as never
      }
      return callback(trx)
    })
    onCommitted()
    return result as never
  }
}
