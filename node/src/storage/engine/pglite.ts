import { join } from 'node:path'
import { PGlite, types } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import { claimDirectory, findFullDisk, makePrivateFolder } from './dataFolder.ts'
import type { Engine, Lock } from './database.ts'
import type { Schema } from '../schema/schema.ts'
import { refreshStatistics, STATISTICS_TARGET } from './statistics.ts'

/** PostgreSQL in WebAssembly in this process; without a directory it lives in memory. */
export async function openPglite(dataDir: string | undefined): Promise<Engine> {
  const release = dataDir === undefined ? () => Promise.resolve() : await claim(dataDir)
  let pglite: PGlite
  try {
    pglite = await PGlite.create({
      ...(dataDir === undefined ? {} : { dataDir: join(dataDir, 'database') }),
      parsers: { [types.INT8]: Number, [types.NUMERIC]: String },
    })
    await pglite.exec(`SET default_statistics_target = ${STATISTICS_TARGET}`)
  } catch (error) {
    await release()
    throw new Error(`The database in ${dataDir ?? 'memory'} could not be opened.`, { cause: error })
  }
  const lost = guardPanic(pglite)
  const held = new Set<number>()
  const kysely = new Kysely<Schema>({ dialect: new PGliteDialect({ pglite }) })
  return {
    name: 'pglite',
    kysely,
    listen: (channel, onMessage) => pglite.listen(channel, onMessage),
    tryLock: (key) => Promise.resolve(lockInProcess(held, key)),
    watchUpgrades: () => () => Promise.resolve(),
    connections: () => ({ open: 1, idle: 0, waiting: 0 }),
    async requireRoom() {
      const full = dataDir === undefined ? undefined : await findFullDisk(dataDir)
      if (full !== undefined) throw full
    },
    async refreshStatistics() {
      await refreshStatistics(kysely)
    },
    lost,
    async close() {
      if (!pglite.closed) await pglite.close()
      await release()
    },
  }
}

/**
 * PostgreSQL in WebAssembly survives its own PANIC, for example a log file that it cannot write, but its next query blocks the
 * process for good. So the database gets no further query, and the promise resolves: the process must restart.
 */
function guardPanic(pglite: PGlite): Promise<void> {
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  let panic: Error | undefined
  const guard =
    <Parameters extends unknown[], Result>(run: (...parameters: Parameters) => Promise<Result>) =>
    async (...parameters: Parameters): Promise<Result> => {
      if (panic !== undefined) throw new Error('The database has panicked.', { cause: panic })
      try {
        return await run(...parameters)
      } catch (error) {
        if (error instanceof Error && 'severity' in error && error.severity === 'PANIC') {
          panic = error
          resolve()
        }
        throw error
      }
    }
  pglite.execProtocol = guard(pglite.execProtocol.bind(pglite))
  pglite.execProtocolStream = guard(pglite.execProtocolStream.bind(pglite))
  return lost
}

async function claim(dataDir: string): Promise<() => Promise<void>> {
  await makePrivateFolder(dataDir)
  return claimDirectory(dataDir)
}

/** One process owns the directory, so a lock within the process is a lock on the database. */
function lockInProcess(held: Set<number>, key: number): Lock | undefined {
  if (held.has(key)) return undefined
  held.add(key)
  return {
    release: () => {
      held.delete(key)
      return Promise.resolve()
    },
    lost: new Promise(() => undefined),
  }
}
