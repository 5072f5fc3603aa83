// How a server leaves its database to a newer version, and comes back: streams end, requests in progress are answered, work stops.
import manifest from '../package.json' with { type: 'json' }
import type { Broadcaster, Draining } from './api/call/context.ts'
import type { Logger } from './common/logger.ts'
import type { UpgradeWatcher } from './storage/engine/database.ts'
import type { Work } from './work.ts'

/** A request that takes longer, such as an upload on a slow line, fails: the database is no longer there for it. */
const REQUESTS_MS = 15_000

type Options = {
  draining: Draining
  broadcaster: Pick<Broadcaster, 'pause' | 'resume'>
  work: Pick<Work, 'start' | 'stop'>
  log: Logger
}

/** `database.watchUpgrades(createUpgradeWatcher({ draining, broadcaster, work, log }))` */
export function createUpgradeWatcher({ draining, broadcaster, work, log }: Options): UpgradeWatcher {
  const { version } = manifest
  return {
    async drain(reason) {
      const isDrained = draining.reason() !== null
      log.warn({ version, reason }, isDrained ? 'still drained' : 'draining')
      draining.begin(reason)
      if (isDrained) return
      const begin = performance.now()
      broadcaster.pause()
      await draining.whenIdle(REQUESTS_MS)
      await work.stop()
      log.warn({ version, reason, ms: Math.round(performance.now() - begin) }, 'drained')
    },
    async resume() {
      try {
        await work.start()
      } catch (error) {
        log.error({ version, err: error }, 'could not serve again: trying once more')
        throw error
      }
      broadcaster.resume()
      draining.end()
      log.warn({ version }, 'serving again')
    },
  }
}
