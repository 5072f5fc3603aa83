import { expect, test } from 'vitest'
import { backoff } from './backoff.ts'

test('the wait doubles with every failure up to the longest, however many there are', () => {
  expect([0, 1, 2, 3].map((failureCount) => backoff(failureCount, 100, 700))).toEqual([100, 200, 400, 700])
  expect(backoff(100_000, 100, 30_000)).toBe(30_000)
  // The endpoint of a ledger that has answered so far is tried again at once.
  expect(backoff(100_000, 0, 30_000)).toBe(0)
})
