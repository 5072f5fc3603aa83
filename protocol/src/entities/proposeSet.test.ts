import { describe, expect, test } from 'vitest'
import { Fingerprint } from '../scalars.ts'
import { proposeSet } from './proposeSet.ts'
import type { Candidate } from './proposeSet.ts'

const fingerprint = (index: number) => Fingerprint.parse(`0x${index.toString(16).padStart(64, '0')}`)
const of = (...quantities: number[]): Candidate[] =>
  quantities.map((quantity, index) => ({ fingerprint: fingerprint(index), quantity: BigInt(quantity) }))
const quantities = (proposal: ReturnType<typeof proposeSet>) =>
  proposal?.entries.map(({ quantity }) => Number(quantity))

/** A small generator, so that a failing run is the same each time. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % below
  }
}

describe.each(['greedy', 'minimal'] as const)('%s', (algorithm) => {
  test('nothing is proposed if the entries do not reach the quantity', () => {
    expect(proposeSet(of(3, 4), 8n, algorithm)).toBeUndefined()
    expect(proposeSet([], 1n, algorithm)).toBeUndefined()
  })

  test('nothing is wanted, nothing is proposed', () => {
    expect(proposeSet(of(3), 0n, algorithm)).toEqual({ entries: [], quantity: 0n })
  })

  test('an empty entry is never taken', () => {
    expect(quantities(proposeSet(of(0, 5), 5n, algorithm))).toEqual([5])
  })

  test('the order of the candidates makes no difference', () => {
    const some = of(5, 9, 9, 2, 7)
    expect(proposeSet(some.toReversed(), 12n, algorithm)).toEqual(proposeSet(some, 12n, algorithm))
  })

  test('over many sets: enough, each entry once, and none that could be left out', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const next = random(seed)
      const some = of(...Array.from({ length: 1 + next(40) }, () => next(1000)))
      const total = some.reduce((sum, { quantity }) => sum + quantity, 0n)
      if (total === 0n) continue
      const wanted = 1n + BigInt(next(Number(total)))
      const proposal = proposeSet(some, wanted, algorithm)!
      expect(proposal.quantity).toBeGreaterThanOrEqual(wanted)
      expect(proposal.entries.reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(proposal.quantity)
      expect(new Set(proposal.entries).size).toBe(proposal.entries.length)
      for (const { quantity } of proposal.entries) expect(proposal.quantity - quantity).toBeLessThan(wanted)
    }
  })
})

test('greedy takes as few entries as possible', () => {
  expect(quantities(proposeSet(of(1, 50, 10, 60, 2), 70n, 'greedy'))).toEqual([60, 50])
})

test.each([
  [[70, 30], 25n, [30]],
  [[60, 50, 10], 70n, [60, 10]],
  [[100, 8, 5, 3], 12n, [8, 5]],
  [[9, 9, 9], 10n, [9, 9]],
])('minimal of %j for %i leaves the least over: %j', (some, wanted, taken) => {
  expect(quantities(proposeSet(of(...some), wanted, 'minimal'))).toEqual(taken)
})

test('minimal never leaves more over than greedy', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const next = random(seed)
    const some = of(...Array.from({ length: 2 + next(30) }, () => 1 + next(500)))
    const wanted = BigInt(1 + next(400))
    const [greedy, minimal] = [proposeSet(some, wanted, 'greedy'), proposeSet(some, wanted, 'minimal')]
    expect(minimal === undefined).toBe(greedy === undefined)
    if (greedy && minimal) expect(minimal.quantity).toBeLessThanOrEqual(greedy.quantity)
  }
})

test('minimal finds the very best among a dozen', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const next = random(seed)
    const some = of(...Array.from({ length: 1 + next(12) }, () => 1 + next(100)))
    const total = some.reduce((sum, { quantity }) => sum + quantity, 0n)
    const wanted = 1n + BigInt(next(Number(total)))
    let best = total
    for (let set = 1; set < 2 ** some.length; set++) {
      const held = some.reduce((sum, { quantity }, index) => (set & (1 << index) ? sum + quantity : sum), 0n)
      if (held >= wanted && held < best) best = held
    }
    expect(proposeSet(some, wanted, 'minimal')?.quantity).toBe(best)
  }
})

// What a clock says depends on who else is at work; how often an entry is looked at does not.
test.each(['greedy', 'minimal'] as const)(
  '%s looks at each of 10,000 entries a hundred times at most',
  (algorithm) => {
    const next = random(7)
    // All even, and the quantity odd: no set is exact, and the search goes on as long as it may.
    const quantities = Array.from({ length: 10_000 }, () => BigInt(2 + 2 * next(500_000)))
    let looks = 0
    const many = quantities.map((quantity, index) => ({
      fingerprint: fingerprint(index),
      get quantity() {
        looks += 1
        return quantity
      },
    }))
    const wanted = quantities.reduce((sum, quantity) => sum + quantity, 0n) / 2n + 1n
    expect(proposeSet(many, wanted | 1n, algorithm)?.quantity).toBeGreaterThan(wanted)
    expect(looks).toBeLessThan(1_000_000)
  },
)
