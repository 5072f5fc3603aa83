// 200 random lives of a repo in every run, and a long one; dealSimulation.deep.test.ts plays thousands.
import { expect, test } from 'vitest'
import { seeded } from '../../../testkit/src/random.ts'
import { repoOpening, repoReturn } from '../../test/dealDeliveries.ts'
import { playDeal } from '../../test/dealSimulation.ts'
import { dealOf } from './deal.ts'

const SEEDS = 200

test('in random lives of a repo both sides have the same hash, quantities add up, and nothing goes back twice', () => {
  const settled = Array.from({ length: SEEDS }, (_, seed) => playDeal(seed))
  // Some lives are long, and many have several substitutions.
  expect(Math.max(...settled.map(({ events }) => events))).toBeGreaterThan(5)
  expect(settled.filter(({ substitutions }) => substitutions > 1).length).toBeGreaterThan(SEEDS / 4)
})

test(
  'after 500 random events both banks have the same hash, in whatever order they learned of them',
  seeded(async (random) => {
    const opening = repoOpening()
    let returned = 0
    const events = Array.from({ length: 500 }, (_, index) => {
      const quantity = 1 + random.below(15_000)
      // Several settle in one block, and some of them not at all.
      const block = random.chance(0.1)
        ? random.pick(['CANCELED', 'PENDING'] as const)
        : 11 + Math.floor(index / 3)
      if (typeof block === 'number') returned += quantity
      const event = repoReturn(`event ${index}`, block, opening, { quantity, principal: `${quantity}.00` })
      return event.settledAt === null ? event : { ...event, settledAt: { ...event.settledAt, logIdx: index } }
    })
    const inAnyOrder = () =>
      events
        .map((event) => ({ event, rank: random.below(1e9) }))
        .toSorted((one, other) => one.rank - other.rank)
    const dealOfBank = () =>
      dealOf(
        opening,
        inAnyOrder().map(({ event }) => event),
        '2026-11-25',
      )
    const [ours, theirs] = [dealOfBank(), dealOfBank()]
    expect(theirs.hash).toBe(ours.hash)
    expect(ours.lots).toMatchObject([{ outstanding: BigInt(10_000_000 - returned) }])
    expect(theirs).toEqual(ours)
  }),
)
