import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkError, importWithRetry, tryWhileAway, withTimeout } from './importWithRetry.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  tryWhileAway(() => false)
  vi.useRealTimers()
})

/** A chunk that arrives at the given try. */
function chunkAt(last: number) {
  let tries = 0
  return () => {
    tries += 1
    return tries < last ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(`try ${tries}`)
  }
}

const importedOrFailed = (last: number) => importWithRetry(chunkAt(last)).catch((error: unknown) => error)

test('a chunk that does not come is an error after four tries', async () => {
  const outcome = importedOrFailed(5)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await outcome).toBeInstanceOf(ChunkError)
})

test('a chunk that comes at the fourth try is imported', async () => {
  const outcome = importedOrFailed(4)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await outcome).toBe('try 4')
})

test('as long as the server is away a chunk is tried again, and no longer', async () => {
  tryWhileAway(() => true)
  const late = importedOrFailed(20)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await late).toBe('try 20')
  const never = importedOrFailed(100)
  await vi.advanceTimersByTimeAsync(30_000)
  tryWhileAway(() => false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await never).toBeInstanceOf(ChunkError)
})

test('a chunk has all of its tries once the server is back, however long it was away', async () => {
  tryWhileAway(() => true)
  const late = importedOrFailed(24)
  await vi.advanceTimersByTimeAsync(30_000)
  tryWhileAway(() => false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await late).toBe('try 24')
})

test('what takes longer than its limit is an error at the limit', async () => {
  const outcome = withTimeout(5_000, new Promise(() => {})).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await outcome).toMatchObject({ name: 'TimeoutError' })
})

test('what ends in time is its result, and leaves no timer behind', async () => {
  expect(await withTimeout(5_000, Promise.resolve('in time'))).toBe('in time')
  expect(vi.getTimerCount()).toBe(0)
})
