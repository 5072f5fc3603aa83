// 200 random lives of a repo in every run; dealSimulation.deep.test.ts plays thousands.
import { expect, test } from 'vitest'
import { playDeal } from '../../test/dealSimulation.ts'

const SEEDS = 200

test('in random lives of a repo both sides have the same hash, quantities add up, and nothing goes back twice', () => {
  const settled = Array.from({ length: SEEDS }, (_, seed) => playDeal(seed))
  // Some lives are long.
  expect(Math.max(...settled)).toBeGreaterThan(5)
})
