// Notices that a newer version waits to migrate the database, or has migrated it: this process then leaves the database, and
// returns to it if nothing was migrated after all.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { UpgradeWatcher } from './database.ts'
import { findReasonToLeave } from './schemaLock.ts'

const POLL_MS = 500
/** A question without an answer for longer has lost its connection. */
const ANSWER_MS = 5_000

type Options = {
  config: pg.ClientConfig
  migrations: readonly string[]
  /** The sessions that read and write. */
  sessions: { suspend: () => Promise<void>; resume: () => void }
  watcher: UpgradeWatcher
}

/**
 * Asks twice a second, on a connection of its own: the others may all be in use. While it is lost, nothing changes: each
 * session that reads or writes has a lock of its own.
 *
 * @example
 * const stop = watchUpgrades({ config, migrations, sessions, watcher })
 */
export function watchUpgrades({ config, migrations, sessions, watcher }: Options): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let reason: string | undefined

  async function follow(client: pg.Client): Promise<void> {
    while (!signal.aborted) {
      const found = await findReasonToLeave(client, migrations)
      if (found === undefined && reason !== undefined) await comeBack()
      if (found !== undefined && found !== reason) await leave(found)
      await pause(signal)
    }
  }

  async function leave(found: string): Promise<void> {
    await watcher.drain(found)
    await sessions.suspend()
    reason = found
  }

  async function comeBack(): Promise<void> {
    sessions.resume()
    try {
      await watcher.resume()
      reason = undefined
    } catch (error) {
      await sessions.suspend()
      throw error
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await withClient(config, follow).catch(() => undefined)
      await pause(signal)
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

async function withClient(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ ...config, query_timeout: ANSWER_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

const pause = (signal: AbortSignal): Promise<void> =>
  sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
