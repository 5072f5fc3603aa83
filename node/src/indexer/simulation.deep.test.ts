// Two thousand seeds, or the requested number: `CONNEX_SEEDS=500 CONNEX_FIRST_SEED=1001` continues another run.
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
  'whatever happens to the server, its index equals a rebuilt one: seeds $from to $to',
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
