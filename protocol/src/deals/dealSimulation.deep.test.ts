// 5,000 random lives of deals, other ones than in every run: see dealSimulation.test.ts.
import { expect, test } from 'vitest'
import { playDeal } from '../../test/dealSimulation.ts'

const FIRST = 1_000_000
const SEEDS = 5_000
const EVENTS = 500

test(
  'in 5,000 random lives of 500 events both sides have the same hash, and nothing goes back twice',
  { timeout: 3 * 3_600_000 },
  () => {
    let long = 0
    for (let seed = FIRST; seed < FIRST + SEEDS; seed++)
      if (playDeal(seed, EVENTS, { withShares: seed % 50 === 0 }).settled > EVENTS / 2) long += 1
    expect(long).toBeGreaterThan(0.9 * SEEDS)
  },
)
