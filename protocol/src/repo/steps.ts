// What changes from day to day: rates and principals, and the segments for interest that they make together.
import type { IsoDate } from '../terms/repoTerms.ts'
import type { RateSegment } from './repurchasePrice.ts'

/** From this day on, until the next step, the value holds. */
export type Step<Value> = { from: IsoDate; value: Value }

/** Both steps' changes in one list. A principal counts from its first day, a rate only where there is a principal. */
export function segmentsOf(
  rates: readonly Step<string>[],
  principals: readonly Step<bigint>[],
): RateSegment[] {
  const first = principals[0]?.from
  if (first === undefined) return []
  const days = [...new Set([...rates, ...principals].map(({ from }) => from))].toSorted()
  return days
    .filter((day) => day >= first)
    .map((from) => ({
      from,
      rate: valueOn(rates, from) ?? '0',
      principal: valueOn(principals, from) ?? 0n,
    }))
}

/** The value that holds on a day. */
const valueOn = <Value>(steps: readonly Step<Value>[], day: IsoDate): Value | undefined =>
  steps.findLast(({ from }) => from <= day)?.value

/** A new value from a day on, until the next step that already exists. On the same day the last one wins. */
export const withStep = <Value>(steps: readonly Step<Value>[], step: Step<Value>): Step<Value>[] =>
  [...steps.filter(({ from }) => from !== step.from), step].toSorted((one, other) =>
    one.from < other.from ? -1 : 1,
  )

/** Every value from a day on is changed; before it nothing is. */
export function changedFrom(
  steps: readonly Step<bigint>[],
  from: IsoDate,
  change: (value: bigint) => bigint,
): Step<bigint>[] {
  const whole = steps.some((step) => step.from === from)
    ? steps
    : withStep(steps, { from, value: valueOn(steps, from) ?? 0n })
  return whole.map((step) => (step.from < from ? step : { ...step, value: change(step.value) }))
}

/** The steps from a day on; the value of that day begins on it. */
export function cutAt<Value>(steps: readonly Step<Value>[], day: IsoDate): Step<Value>[] {
  const value = valueOn(steps, day)
  const later = steps.filter(({ from }) => from > day)
  return value === undefined ? later : [{ from: day, value }, ...later]
}
