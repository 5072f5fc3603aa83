// 200 random lives of a repo in every run; dealSimulation.deep.test.ts plays thousands.
import { expect, test } from 'vitest'
import { playDeal } from '../../test/dealSimulation.ts'

const SEEDS = 200

test('in random lives of a repo both sides have the same hash, quantities add up, and nothing goes back twice', () => {
  const settled = Array.from({ length: SEEDS }, (_, seed) => playDeal(seed))
  // Some lives are long, and many have several substitutions.
  expect(Math.max(...settled.map(({ events }) => events))).toBeGreaterThan(5)
  expect(settled.filter(({ substitutions }) => substitutions > 1).length).toBeGreaterThan(SEEDS / 4)
})
