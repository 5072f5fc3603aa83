import { expect, test } from 'vitest'
import { createSourceLimit } from './sourceLimit.ts'

test('a source over the limit has to wait until its minute ends', () => {
  const limit = createSourceLimit(3)
  const begin = 1_000_000
  for (let failure = 0; failure < 3; failure += 1) expect(limit.count('a', begin + failure)).toBeUndefined()
  expect(limit.count('a', begin + 1_000)).toBe(59)
  expect(limit.count('a', begin + 59_500)).toBe(1)
  expect(limit.count('a', begin + 60_000)).toBeUndefined()
})

test('one source does not count for another', () => {
  const limit = createSourceLimit(1)
  limit.count('a')
  expect(limit.count('a')).toBeGreaterThan(0)
  expect(limit.count('b')).toBeUndefined()
})

test('a flood of sources is forgotten, the oldest first', () => {
  const limit = createSourceLimit(1)
  limit.count('first', 0)
  for (let source = 0; source < 10_000; source += 1) limit.count(`${source}`, 1)
  expect(limit.count('first', 2)).toBeUndefined()
  expect(limit.count('9999', 2)).toBe(60)
})
