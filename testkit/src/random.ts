// Chance that can be had again: a failed test says its seed, and `CONNEX_SEED=… npx vitest run …` plays the same.
import { randomInt } from 'node:crypto'

export type Random = {
  /** From 0 up to n - 1. */
  below: (n: number) => number
  pick: <T>(list: readonly T[]) => T
  chance: (probability: number) => boolean
}

/** `test('…', seeded(async (random) => { … }))` */
export const seeded = (run: (random: Random) => Promise<void>) => async (): Promise<void> => {
  const seed = Number(process.env['CONNEX_SEED'] ?? randomInt(2 ** 32))
  try {
    await run(createRandom(seed))
  } catch (error) {
    if (error instanceof Error) error.message = `CONNEX_SEED=${seed}: ${error.message}`
    throw error
  }
}

/** Mulberry32: small, and even enough for tests. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return {
    below,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new RangeError('There is nothing to pick from.')
      return list[below(list.length)] as T
    },
    chance: (probability) => next() < probability,
  }
}
