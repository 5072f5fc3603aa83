// The arithmetic of the Availability screen: who can meet a need, and how full a day is drawn.
import {
  closureOf,
  isUsable,
  parseQuantity,
  TARGET,
  type Availability,
  type AvailabilityDay,
  type Closure,
} from '@connex/protocol'

/** A quantity as typed, and a day. */
export type Need = { quantity: string; day: string }
export type Means = 'certain' | 'expected' | 'possible' | 'no'

const MEANS = ['certain', 'expected', 'possible'] as const

/** The key of a row, for links and lists. */
export const rowKey = ({ registryManagerAddr, registryId }: Availability): string =>
  `${registryManagerAddr}.${registryId}`

/**
 * Whether a row has enough on the day and on every later one shown, since what is needed does not come back. Undefined while the need
 * cannot be read.
 *
 * @example
 * meansFor(row, { quantity: '5,000,000', day: '2026-11-26' }) // 'expected'
 */
export function meansFor(row: Availability, { quantity, day }: Need): Means | undefined {
  const { units } = parseQuantity(quantity, row.decimals)
  if (units === undefined) return undefined
  if (!isUsable(row)) return 'no'
  const days = row.days.filter(({ date }) => date >= day)
  return MEANS.find((sure) => days.every((one) => BigInt(one[sure]) >= units)) ?? 'no'
}

/** The largest quantity of a row fills a cell; in percent of it. `fillOf(day, scale)` → { certain: 50, expected: 80, possible: 80 } */
export function fillOf(day: AvailabilityDay, scale: bigint): Record<(typeof MEANS)[number], number> {
  const share = (quantity: string) => {
    const units = BigInt(quantity)
    if (units <= 0n || scale === 0n) return 0
    // A small quantity is still seen.
    return Math.max(8, Number((units * 100n) / scale))
  }
  return { certain: share(day.certain), expected: share(day.expected), possible: share(day.possible) }
}

/** The largest quantity of any of a row's days. */
export const scaleOf = ({ days }: Availability): bigint =>
  days
    .flatMap(({ certain, expected, possible }) => [certain, expected, possible].map(BigInt))
    .reduce((largest, units) => (units > largest ? units : largest), 0n)

/** What is short first, the earliest at the top; then by name. */
export const sorted = (rows: readonly Availability[]): Availability[] =>
  rows.toSorted(
    (one, other) =>
      (one.shortFrom ?? '9').localeCompare(other.shortFrom ?? '9') ||
      nameOf(one).localeCompare(nameOf(other), 'en', { numeric: true }),
  )
const nameOf = ({ label, identifier, registryId }: Availability): string => label ?? identifier ?? registryId

export type ShownDay = { date: string; closed: Closure | undefined }

/** `daysOf([row])` → [{ date: '2026-11-25', closed: undefined }, …] */
export const daysOf = ([first]: readonly Availability[]): ShownDay[] =>
  (first?.days ?? []).map(({ date }) => ({ date, closed: closureOf(date, TARGET) }))
