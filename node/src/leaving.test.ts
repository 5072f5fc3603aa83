import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
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

test('a server stops its work only once the requests in progress are answered; its streams pause at once', async () => {
  const draining = createDraining()
  const answer = Object.assign(new EventEmitter(), { closed: false })
  draining.count(answer as unknown as ServerResponse)
  const stop = vi.fn<() => Promise<void>>().mockResolvedValue(undefined)
  const broadcaster = { pause: vi.fn<() => void>(), resume: vi.fn<() => void>() }
  const work = { start: () => Promise.resolve(), stop }
  const watcher = createUpgradeWatcher({ draining, broadcaster, work, log: createLogger('silent') })
  const drained = watcher.drain('Version 2 waits to migrate the database.')
  await setImmediate()
  expect(broadcaster.pause).toHaveBeenCalledOnce()
  expect(stop).not.toHaveBeenCalled()
  answer.emit('close')
  await drained
  expect(stop).toHaveBeenCalledOnce()
})
