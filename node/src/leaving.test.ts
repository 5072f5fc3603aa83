import { expect, test, vi } from 'vitest'
import { createDraining } from './api/http/draining.ts'
import { createLogger } from './common/logger.ts'
import { createUpgradeWatcher } from './leaving.ts'

test('a server that cannot start its work again logs why, and serves only once it can', async () => {
  const log = createLogger('silent')
  const errors = vi.spyOn(log, 'error')
  const draining = createDraining()
  const broadcaster = { pause: vi.fn<() => void>(), resume: vi.fn<() => void>() }
  const start = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error('no connection'))
    .mockResolvedValueOnce(undefined)
  const watcher = createUpgradeWatcher({
    draining,
    broadcaster,
    work: { start, stop: () => Promise.resolve() },
    log,
  })
  await watcher.drain('Version 2 waits to migrate the database.')
  await expect(watcher.resume()).rejects.toThrow('no connection')
  expect(errors).toHaveBeenCalledOnce()
  expect(draining.reason()).toBe('Version 2 waits to migrate the database.')
  expect(broadcaster.resume).not.toHaveBeenCalled()
  await watcher.resume()
  expect(draining.reason()).toBeNull()
  expect(broadcaster.resume).toHaveBeenCalledOnce()
})
