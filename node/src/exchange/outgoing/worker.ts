// The outbox worker: whatever is due goes out, to each destination in order and to all of them at the same time, so that
// a server that hangs keeps nobody else waiting. It sleeps until the next push is due or something new was announced.
import { setTimeout as pause } from 'node:timers/promises'
import type { Address } from '@connex/protocol'
import type { Config } from '../../common/config.ts'
import type { Logger } from '../../common/logger.ts'
import { ANNOUNCED } from '../../storage/projections/announcements.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import {
  expediteProbes,
  recordAnswer,
  recordUnreachable,
  releaseProbe,
} from '../../storage/sharing/unreachablePeers.ts'
import { nextDue, returnToQueue, saveResult, takeDue } from '../../storage/sharing/outbox.ts'
import type { OutboxRow } from '../../storage/sharing/outbox.ts'
import { createDeliver } from './push.ts'
import type { Delivered } from './push.ts'

const BATCH = 64
const LONGEST_SLEEP_MS = 5_000

export type Sync = {
  wake(): void
  /** The servers of these tenants have called: they are there. */
  meet(tenants: readonly Address[]): void
  stop(): Promise<void>
}

type Options = { config: Config; database: Database; log: Logger }

export async function startSync({ config, database, log }: Options): Promise<Sync> {
  const deliver = createDeliver({ config, database })
  const db = database.kysely
  const stopping = new AbortController()
  const busy = new Map<Address, Promise<void>>()
  let awaken = new AbortController()
  const wake = () => awaken.abort()

  function pushAll(rows: OutboxRow[]): void {
    for (const [destination, own] of Map.groupBy(rows, (row): Address => row.destination_tenant)) {
      const pushing = pushInOrder(own)
        .catch((error: unknown) => log.warn({ err: error }, 'a push could not be noted'))
        .finally(() => {
          busy.delete(destination)
          wake()
        })
      busy.set(destination, pushing)
    }
  }

  async function pushInOrder(rows: OutboxRow[]): Promise<void> {
    for (const [index, row] of rows.entries()) {
      const { peer, reason, ...result } = await deliver(row, stopping.signal)
      await notePeer(row.destination_tenant, peer)
      await saveResult(db, row.id, result)
      log.info({ push: row.id, event: row.event, status: result.status, error: reason }, 'pushed')
      // The other pushes to a server that does not answer wait until it does.
      const others = rows.slice(index + 1).map(({ id }) => id)
      if (peer === 'away') return returnToQueue(db, others, result)
      if (stopping.signal.aborted) return returnToQueue(db, others)
    }
  }

  function notePeer(tenant: Address, peer: Delivered['peer']): Promise<void> {
    if (peer === 'answered') return recordAnswer(db, tenant)
    return peer === 'away' ? recordUnreachable(db, tenant) : releaseProbe(db, tenant)
  }

  function meet(tenants: readonly Address[]): void {
    expediteProbes(db, tenants)
      .then((isNew) => isNew && wake())
      .catch((error: unknown) => log.warn({ err: error }, 'a call of a peer could not be noted'))
  }

  async function sleep(awakened: AbortSignal): Promise<void> {
    const due = await nextDue(db, [...busy.keys()])
    const wait = due === undefined ? LONGEST_SLEEP_MS : Math.max(due * 1000 - Date.now(), 50)
    const signal = AbortSignal.any([awakened, stopping.signal])
    await pause(Math.min(wait, LONGEST_SLEEP_MS), undefined, { signal }).catch(() => undefined)
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      awaken = new AbortController()
      const { signal } = awaken
      try {
        const rows = await takeDue(db, BATCH, [...busy.keys()])
        pushAll(rows)
        if (rows.length < BATCH) await sleep(signal)
      } catch (error) {
        log.warn({ err: error }, 'the outbox could not be read')
        await pause(1_000)
      }
    }
  }

  const unlisten = await database.listen(ANNOUNCED, wake)
  const running = run()
  return {
    wake,
    meet,
    async stop() {
      stopping.abort()
      await unlisten()
      await running
      await Promise.all(busy.values())
    },
  }
}
