// Two thousand seeds, or as many as are asked for: `CONNEX_SEEDS=500 CONNEX_FIRST_SEED=1001` goes on where another run stopped.
import { afterAll, expect, test } from 'vitest'
import { startSimulation } from '../../../testkit/src/simulation/simulation.ts'

const SEEDS = Number(process.env['CONNEX_SEEDS'] ?? 2_000)
const FIRST = Number(process.env['CONNEX_FIRST_SEED'] ?? 21)
const TOGETHER = 50

const simulation = startSimulation()
afterAll(() => simulation.stop())

const chunks = Array.from({ length: Math.ceil(SEEDS / TOGETHER) }, (_, index) => {
  const from = FIRST + index * TOGETHER
  return { from, to: Math.min(from + TOGETHER, FIRST + SEEDS) - 1 }
})

test.each(chunks)(
  'whatever happens to the server, the index is what one says that is built anew: seeds $from to $to',
  async ({ from, to }) => {
    for (let seed = from; seed <= to; seed++) {
      const index = await simulation.run(seed).catch((cause: unknown) => {
        throw new Error(`Seed ${seed} did not come to its end.`, { cause })
      })
      expect(index.actual, `seed ${seed}`).toEqual(index.expected)
    }
  },
  3_600_000,
)
