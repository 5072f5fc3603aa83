// By the clock, which says something only where nobody else is at work.
import { expect, test } from 'vitest'
import { Fingerprint } from '../scalars.ts'
import { proposeSet } from './proposeSet.ts'

test.each(['greedy', 'minimal'] as const)('%s takes less than 50 ms for 10,000 entries', (algorithm) => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    fingerprint: Fingerprint.parse(`0x${index.toString(16).padStart(64, '0')}`),
    // All even, and the quantity odd: the search never ends early.
    quantity: BigInt(2 + 2 * ((index * 7919) % 500_009)),
  }))
  const wanted = many.reduce((sum, { quantity }) => sum + quantity, 0n) / 2n
  const times = Array.from({ length: 10 }, () => {
    const begin = performance.now()
    proposeSet(many, wanted | 1n, algorithm)
    return performance.now() - begin
  })
  expect(Math.min(...times)).toBeLessThan(50)
})
