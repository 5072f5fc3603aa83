// A process that indexes into its own database, for tests that kill it: at any moment, or at a place that they name.
import { PGlite } from '@electric-sql/pglite'
import type { Transaction } from '@electric-sql/pglite'
import { pino } from 'pino'
import { openLedger } from '../../../node/src/indexer/ledger.ts'
import { startIndexer } from '../../../node/src/indexer/startIndexer.ts'
import { openEndpoints } from '../../../node/src/ledger/endpoints.ts'
import { openDatabase } from '../../../node/src/storage/engine/openDatabase.ts'
import type { IndexerProcessOptions } from './indexerProcess.ts'

const { dataDir, dieAt, ledgerRpcUrl, ...config } = JSON.parse(process.argv[2] ?? '') as IndexerProcessOptions

/** Without a word to anybody, as a kill from outside is. */
const die = () => process.kill(process.pid, 'SIGKILL')

if (dieAt !== undefined && 'sql' in dieAt) dieAtStatement(dieAt.sql, dieAt.nth ?? 1)
if (dieAt !== undefined && 'after' in dieAt && dieAt.after === 'commit') dieAfterCommit(dieAt.nth ?? 1)

process.on('disconnect', () => process.exit())
const database = await openDatabase({ dataDir })
const { chainId } = config
const ledger = openLedger({ endpoints: openEndpoints({ urls: [ledgerRpcUrl], chainId }), pollMs: 20 })
const { logs } = ledger
ledger.logs = async (filter) => {
  const answer = await logs(filter)
  if (dieAt !== undefined && 'after' in dieAt && dieAt.after === 'fetch' && answer.length > 0) die()
  return answer
}
const indexer = startIndexer({
  database,
  ledger,
  config: { finalityDepth: 10_000, ...config },
  log: pino({ level: 'silent' }),
})
process.send?.({ ready: true })
process.on('message', () => process.send?.({ status: indexer.status() }))

/** Dies before the nth statement that contains the text. */
function dieAtStatement(text: string, nth: number): void {
  let left = nth
  const look = (statement: string) => {
    if (statement.toLowerCase().includes(text.toLowerCase()) && --left === 0) die()
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
  const begin = Reflect.get(PGlite.prototype, 'transaction')
  PGlite.prototype.transaction = async function watched<Result>(
    this: PGlite,
    callback: (trx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const result = await begin.call(this, (trx) => callback(watch(trx, look)))
    onCommitted()
    return result as Result
  }
}

/** A function, not a constant: this module's own lines above already need it. */
function watch(trx: Transaction, look: (statement: string) => void): Transaction {
  return new Proxy(trx, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (name === 'query' || name === 'exec') look(String(given[0]))
        return Reflect.apply(value, target, given) as unknown
      }
    },
  })
}
