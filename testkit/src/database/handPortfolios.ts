// Portfolios written by hand, a day at a time: a repo of ten with the desk as its buyer, and what happens to it.
import type { Address, Availability, CallQuery } from '@connex/protocol'
import { listAvailability } from '../../../node/src/storage/desk/availability/listAvailability.ts'
import { dayOf } from '../../../node/src/storage/desk/dueEvents.ts'
import type { Queryable } from '../../../node/src/storage/engine/database.ts'
import { registryIdOf } from './portfolioRows.ts'
import { drawPortfolio, PORTFOLIO_PARTIES, PORTFOLIO_REGISTRIES } from './portfolios.ts'
import type { DrawnDelivery, DrawnLeg, Portfolio } from './portfolios.ts'
import type { Course } from './replayPortfolio.ts'

export const DAYS = 30
const DAY_S = 86_400
export const today = Math.floor(Date.parse(dayOf()) / 1000)
export const dayAfter = (days: number) => dayOf(today + days * DAY_S)

export const days = Array.from({ length: DAYS + 1 }, (_, index) => dayAfter(index))

const COLUMNS: Record<Course, 'certain' | 'expected' | 'possible'> = {
  CERTAIN: 'certain',
  EXPECTED: 'expected',
  POSSIBLE: 'possible',
}

/** What the server answers, in the order of the registries. It leaves out those of which nothing is held or moves. */
export const answered = (items: readonly Availability[], course: Course): number[][] =>
  PORTFOLIO_REGISTRIES.map(({ index }) => {
    const row = items.find(({ registryId }) => registryId === registryIdOf(index))
    return row === undefined ? days.map(() => 0) : row.days.map((day) => Number(day[COLUMNS[course]]))
  })

export const [alpen, baltic] = PORTFOLIO_PARTIES as [Address, Address]

/** A settled repo of ten that ends tomorrow, in which the desk is the seller. */
export const drawn = (n: number, differing: Partial<DrawnDelivery> = {}): DrawnDelivery => ({
  n,
  type: 'REPO',
  status: 'SETTLED',
  day: -3,
  other: alpen,
  legs: [leg(10)],
  opening: undefined,
  end: 1,
  amendedEnd: undefined,
  hasDetails: true,
  ...differing,
})
/** Above zero if it comes in. */
export const leg = (moved: number, differing: Partial<DrawnLeg> = {}): DrawnLeg => ({
  registry: 0,
  isIncoming: moved > 0,
  quantity: Math.abs(moved),
  isEarmarked: false,
  ...differing,
})
/** A return of a part, or of all, of that repo. */
export const returned = (
  n: number,
  quantity: number,
  differing: Partial<DrawnDelivery> = {},
): DrawnDelivery => drawn(n, { type: 'FOP', opening: 1, end: undefined, legs: [leg(quantity)], ...differing })

export const viewer = drawPortfolio(
  { below: () => 0, pick: ([first]) => first as never, chance: () => false },
  0,
).viewer
export const deskOf = (...deliveries: DrawnDelivery[]): Portfolio => ({
  viewer,
  balances: [0, 0, 0, 0],
  deliveries,
  recalls: [],
})

/** Of registry 0, on the first days. */
export const certainIn = async (db: Queryable, query: CallQuery<'availability'> = {}): Promise<string[]> => {
  const { items } = await listAvailability(db, viewer, { to: dayAfter(4), ...query })
  return (items.find(({ registryId }) => registryId === registryIdOf(0))?.days ?? []).map(
    ({ certain }) => certain,
  )
}
export const columnIn = async (db: Queryable, course: Course): Promise<number[]> =>
  answered((await listAvailability(db, viewer, { to: dayAfter(4) })).items, course)[0] ?? []
