// The outbox worker: whatever is due goes out, a server at a time in parallel, so that one that hangs keeps nobody else
// waiting. It sleeps until the next push is due or something new was announced.
import type { Address } from '@connex/protocol'
import type { Config } from '../config.ts'
import type { Logger } from '../createLogger.ts'
import { ANNOUNCED } from '../storage/announcements.ts'
import type { Database } from '../storage/openDatabase.ts'
import { nextDue, saveResult, takeDue } from '../storage/outbox.ts'
import type { OutboxRow } from '../storage/outbox.ts'
import { createDeliver } from './deliver.ts'

const BATCH = 64
const LONGEST_SLEEP_MS = 5_000

export type Sync = { wake(): void; stop(): Promise<void> }

type Options = { config: Config; database: Database; log: Logger }

export async function startSync({ config, database, log }: Options): Promise<Sync> {
  const deliver = createDeliver({ config, database })
  const db = database.kysely
  let isStopped = false
  let isWoken = false
  let awaken = () => {}

  const wake = () => {
    isWoken = true
    awaken()
  }

  async function pushAll(rows: OutboxRow[]): Promise<void> {
    const byDestination = Map.groupBy(rows, (row): Address => row.destination_tenant)
    await Promise.all([...byDestination.values()].map(pushInOrder))
  }

  async function pushInOrder(rows: OutboxRow[]): Promise<void> {
    for (const row of rows) {
      if (isStopped) return
      const result = await deliver(row)
      await saveResult(db, row.id, result)
      log.info({ push: row.id, event: row.event, status: result.status, error: result.lastError }, 'pushed')
    }
  }

  async function sleep(): Promise<void> {
    const due = await nextDue(db)
    const wait = due === undefined ? LONGEST_SLEEP_MS : due * 1000 - Date.now()
    if (isWoken || isStopped) return
    await new Promise<void>((done) => {
      const timer = setTimeout(done, Math.min(Math.max(wait, 50), LONGEST_SLEEP_MS))
      awaken = () => {
        clearTimeout(timer)
        done()
      }
    })
  }

  async function run(): Promise<void> {
    for (;;) {
      if (isStopped) return
      isWoken = false
      try {
        const rows = await takeDue(db, BATCH)
        await pushAll(rows)
        if (rows.length < BATCH) await sleep()
      } catch (error) {
        log.warn({ err: error }, 'the outbox could not be read')
        await new Promise((done) => setTimeout(done, 1000))
      }
    }
  }

  const unlisten = await database.listen(ANNOUNCED, wake)
  const running = run()
  return {
    wake,
    async stop() {
      isStopped = true
      await unlisten()
      awaken()
      await running
    },
  }
}
