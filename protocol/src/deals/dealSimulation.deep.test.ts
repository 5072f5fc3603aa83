// 5,000 random lives of a repo, other ones than in every run: see dealSimulation.test.ts.
import { expect, test } from 'vitest'
import { playDeal } from '../../test/dealSimulation.ts'

const FIRST = 1_000_000
const SEEDS = 5_000

test(
  'in 5,000 random lives both sides have the same hash, and nothing goes back twice',
  { timeout: 3_600_000 },
  () => {
    let longest = 0
    for (let seed = FIRST; seed < FIRST + SEEDS; seed++) longest = Math.max(longest, playDeal(seed).events)
    expect(longest).toBeGreaterThan(5)
  },
)
