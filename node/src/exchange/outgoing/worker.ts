// The outbox worker: pushes whatever is due, in order to each destination and to all destinations at once, so that a server that
// hangs holds up nobody else. It sleeps until the next push is due or something is announced.
import { setTimeout as pause } from 'node:timers/promises'
import type { Address } from '@connex/protocol'
import type { Signer } from '@connex/sdk/http'
import type { Config } from '../../common/config.ts'
import type { Logger } from '../../common/logger.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import type { Database } from '../../storage/engine/openDatabase.ts'
import { ANNOUNCED } from '../../storage/projections/announcements.ts'
import { nextDue, returnToQueue, saveResult, takeDue } from '../../storage/sharing/outbox.ts'
import type { OutboxRow } from '../../storage/sharing/outbox.ts'
import {
  expediteProbes,
  recordAnswer,
  recordUnreachable,
  releaseProbe,
} from '../../storage/sharing/unreachablePeers.ts'
import { createPush } from './push.ts'
import type { Push, PushOutcome } from './push.ts'

const BATCH = 64
const LONGEST_SLEEP_MS = 5_000

export type PushWorker = {
  wake(): void
  /** The servers of these tenants have called, so they can be reached. */
  meet(tenants: readonly Address[]): void
  stop(): Promise<void>
}

type Options = { config: Config; database: Database; signer: Signer; log: Logger }

export async function startPushWorker({ config, database, signer, log }: Options): Promise<PushWorker> {
  const db = database.kysely
  const stopping = new AbortController()
  const route: Route = { db, log, push: createPush({ config, database, signer }), signal: stopping.signal }
  /** Destinations with a push under way. */
  const busy = new Map<Address, Promise<void>>()
  let awaken = new AbortController()
  const wake = () => awaken.abort()

  function pushAll(rows: OutboxRow[]): void {
    for (const [destination, own] of Map.groupBy(rows, (row): Address => row.destination_tenant)) {
      const pushing = pushInOrder(route, own)
        .catch((error: unknown) => log.warn({ err: error }, 'could not record a push'))
        .finally(() => {
          busy.delete(destination)
          wake()
        })
      busy.set(destination, pushing)
    }
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
        log.warn({ err: error }, 'could not read the outbox')
        await pause(1_000)
      }
    }
  }

  const unlisten = await database.listen(ANNOUNCED, wake)
  const running = run()
  return {
    wake,
    meet: (tenants) => void meet(db, tenants, log).then((isNew) => isNew && wake()),
    async stop() {
      stopping.abort()
      await unlisten()
      await running
      await Promise.all(busy.values())
    },
  }
}

type Route = { db: Queryable; log: Logger; push: Push; signal: AbortSignal }

/** To one destination. */
async function pushInOrder({ db, log, push, signal }: Route, rows: OutboxRow[]): Promise<void> {
  for (const [index, row] of rows.entries()) {
    const { peer, reason, url, ...result } = await push(row, signal)
    await recordPeer(db, row.destination_tenant, peer)
    await saveResult(db, row.id, result)
    const facts = {
      push: row.id,
      event: row.event,
      status: result.status,
      tenant: row.destination_tenant,
      url,
    }
    if (result.status === 'REQUEST_FAILED') log.warn({ ...facts, error: reason }, 'push failed')
    else log.info({ ...facts, error: reason }, 'pushed')
    // The other pushes to an unreachable server wait until it answers.
    const others = rows.slice(index + 1).map(({ id }) => id)
    if (peer === 'unreachable') return returnToQueue(db, others, result)
    if (signal.aborted) return returnToQueue(db, others)
  }
}

function recordPeer(db: Queryable, tenant: Address, peer: PushOutcome['peer']): Promise<void> {
  if (peer === 'answered') return recordAnswer(db, tenant)
  return peer === 'unreachable' ? recordUnreachable(db, tenant) : releaseProbe(db, tenant)
}

/** Whether pushes to them are due now. */
const meet = (db: Queryable, tenants: readonly Address[], log: Logger): Promise<boolean> =>
  expediteProbes(db, tenants).catch((error: unknown) => {
    log.warn({ err: error }, 'could not record a call of a peer')
    return false
  })
