// What both sides should know of securities before they come into a deal. None of it refuses a substitution: `notEligible` is for what
// an agreement excludes, and no deal has such a list, so its parties decide.
import { businessDaysAfter } from '../calendar/businessDays.ts'
import { TARGET } from '../calendar/calendar.ts'
import { plusDays } from '../calendar/days.ts'
import type { Deal } from '../deals/deal.ts'
import { assetKey } from '../deals/dealDelivery.ts'
import type { Asset } from '../deals/dealDelivery.ts'
import { PLAIN_STYLE } from '../deals/dealText.ts'
import type { DealStyle } from '../deals/dealText.ts'
import type { AvailabilityDay } from '../entities/availability.ts'
import { formatQuantity } from '../text/quantityText.ts'
import type { Address } from '../scalars.ts'
import type { IsoDate } from '../terms/repoTerms.ts'

/** What is known of securities. */
export type CollateralFacts = {
  /** Whoever gives them as collateral has issued them. */
  isOwnIssue: boolean
  /** Null where they do not mature, or where the issuer's terms are unknown here. */
  maturityDate: IsoDate | null
  /** What is certain to be available to their giver, day by day. Empty for anybody else: only the giver knows. */
  days: readonly Pick<AvailabilityDay, 'date' | 'certain'>[]
}

/**
 * maturesFirst: before the end of the deal; of an open deal, before it ends if notice is given today. shortLater: from that day on, `by`
 * more must go out than is certain to be there.
 */
export type CollateralDoubt = { asset: Asset } & (
  | { code: 'ownIssue'; giver: Address }
  | { code: 'maturesFirst'; maturityDate: IsoDate; endDate: IsoDate; isOpen: boolean }
  | { code: 'shortLater'; date: IsoDate; by: bigint }
)

type Incoming = { asset: Asset; quantity: bigint }

/**
 * The doubts about what comes into a deal, each once for the same securities.
 *
 * @example
 * collateralDoubts(deal, [{ asset, quantity: 5_000_000n }], { facts, giver, today }) // [{ code: 'maturesFirst', … }]
 */
export function collateralDoubts(
  { terms }: Pick<Deal, 'terms'>,
  incoming: readonly Incoming[],
  { facts, giver, today }: { facts: ReadonlyMap<string, CollateralFacts>; giver: Address; today: IsoDate },
): CollateralDoubt[] {
  const same = Map.groupBy(incoming, ({ asset }) => assetKey(asset))
  return [...same].flatMap(([key, [first, ...more]]): CollateralDoubt[] => {
    const known = facts.get(key)
    if (first === undefined || known === undefined) return []
    const { asset } = first
    const quantity = [first, ...more].reduce((sum, one) => sum + one.quantity, 0n)
    return [
      ...(known.isOwnIssue ? [{ code: 'ownIssue', asset, giver } as const] : []),
      ...maturityDoubts(asset, known, lastDay(terms, today)),
      ...shortageDoubts(asset, known, { quantity, endDate: terms.endDate }),
    ]
  })
}

type LastDay = { endDate: IsoDate; isOpen: boolean }

/** The end of the deal, today where it is overdue; of an open one the earliest end, by the business days of TARGET: both sides find the same. */
function lastDay(
  { endDate, noticeDays }: Pick<Deal['terms'], 'endDate' | 'noticeDays'>,
  today: IsoDate,
): LastDay {
  if (endDate === null) return { endDate: businessDaysAfter(today, noticeDays, TARGET), isOpen: true }
  return { endDate: endDate < today ? today : endDate, isOpen: false }
}

function maturityDoubts(
  asset: Asset,
  { maturityDate }: CollateralFacts,
  { endDate, isOpen }: LastDay,
): CollateralDoubt[] {
  const isEarly = maturityDate !== null && (isOpen ? maturityDate <= endDate : maturityDate < endDate)
  return isEarly ? [{ code: 'maturesFirst', asset, maturityDate, endDate, isOpen }] : []
}

/** On the last day the securities come back. An open deal is looked at for as many days as are known. */
function shortageDoubts(
  asset: Asset,
  { days }: CollateralFacts,
  { quantity, endDate }: { quantity: bigint; endDate: IsoDate | null },
): CollateralDoubt[] {
  const short = days.find(
    ({ date, certain }) => (endDate === null || date < endDate) && BigInt(certain) < quantity,
  )
  if (short === undefined) return []
  return [{ code: 'shortLater', asset, date: short.date, by: quantity - BigInt(short.certain) }]
}

/** A server answers no more days. */
const MOST_DAYS = 366

/** The day up to which availability matters to a deal; undefined of an open one, for which the usual days do. */
export function availabilityUntil(
  { terms: { endDate } }: Pick<Deal, 'terms'>,
  today: IsoDate,
): IsoDate | undefined {
  if (endDate === null) return undefined
  const latest = plusDays(today, MOST_DAYS)
  return endDate < today ? today : endDate < latest ? endDate : latest
}

/**
 * A doubt in a sentence.
 *
 * @example
 * collateralDoubtText(doubt, { nameOf }) // 'DE000A2LQ5M4 matures on 2026-11-27, before the deal ends on 2026-11-30. …'
 */
export function collateralDoubtText(
  doubt: CollateralDoubt,
  { nameOf, style = PLAIN_STYLE }: { nameOf: (tenant: Address) => string; style?: DealStyle },
): string {
  const name = style.asset(doubt.asset)
  if (doubt.code === 'ownIssue') {
    const giver = nameOf(doubt.giver)
    return `${giver} has issued ${name} itself: if ${giver} fails, the collateral loses its value with it.`
  }
  if (doubt.code === 'shortLater') {
    const by = formatQuantity(doubt.by, doubt.asset.decimals)
    return `From ${style.day(doubt.date)} on, you will be short of ${by} ${name}: more must go out than is certain to be available.`
  }
  const { maturityDate, endDate, isOpen } = doubt
  return isOpen
    ? `${name} matures on ${style.day(maturityDate)}, and notice given today ends the deal on ${style.day(endDate)}. It may have to be substituted again before it matures.`
    : `${name} matures on ${style.day(maturityDate)}, before the deal ends on ${style.day(endDate)}. It must be substituted again before it matures.`
}
