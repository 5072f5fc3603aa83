import { afterAll, expect, test } from 'vitest'
import { startSimulation } from '../../../testkit/src/simulation/simulation.ts'

const simulation = startSimulation()
afterAll(() => simulation.stop())

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)

test.each(SEEDS)(
  'whatever happens to the server, its index equals a rebuilt one: seed %i',
  async (seed) => {
    const index = await simulation.run(seed)
    expect(index.actual).toEqual(index.expected)
  },
  300_000,
)
