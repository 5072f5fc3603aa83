// Random lives of deals in every run; dealSimulation.deep.test.ts plays thousands of others.
import { expect, test } from 'vitest'
import { DealEventKind } from '../terms/dealEventKind.ts'
import { playDeal } from '../../test/dealSimulation.ts'

const SEEDS = 200
const EVENTS = 500

test(
  'in random lives of deals both sides have the same hash, all adds up to the cent, and nothing goes back twice',
  { timeout: 240_000 },
  () => {
    const played = Array.from({ length: SEEDS }, (_, seed) =>
      playDeal(seed, EVENTS, { withShares: seed % 20 < 3 }),
    )
    expect(new Set(played.flatMap(({ kinds }) => [...kinds]))).toEqual(new Set(DealEventKind.options))
    expect(played.filter(({ settled }) => settled > EVENTS / 2).length).toBeGreaterThan(0.9 * SEEDS)
    expect(played.filter(({ substitutions }) => substitutions > 1).length).toBeGreaterThan(SEEDS / 2)
  },
)
