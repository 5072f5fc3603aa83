// Whether what comes in is worth at least what goes out: by market value, and after haircuts.
import { businessDaysBefore } from '../calendar/businessDays.ts'
import { TARGET } from '../calendar/calendar.ts'
import type { Currency } from '../terms/cash.ts'
import type { PriceUsed } from '../terms/dealEvent.ts'
import type { LotHaircuts, LotName, MarginMethod } from '../terms/loanTerms.ts'
import type { IsoDate } from '../terms/repoTerms.ts'
import { instrumentText } from '../terms/instrumentText.ts'
import type { InstrumentId } from '../scalars.ts'
import type { Deal, DealEntry, DealLot } from '../deals/deal.ts'
import type { Asset } from '../deals/dealDelivery.ts'
import { accruedOn } from '../deals/dealState.ts'
import { haircutOf, inheritedHaircut } from '../deals/dealTerms.ts'
import type { DealKind, DealTerms } from '../deals/dealTerms.ts'
import { dividedBy, fraction, fractionOf, minus, plus, sumOf, times, ZERO } from '../repo/fraction.ts'
import type { Fraction } from '../repo/fraction.ts'
import { centsRounded, centsRoundedUp, dirtyPrice, marketValue, remainderAfter } from '../repo/values.ts'

/** A price for 100 of the quantity. `currency`: null where it is not known. */
export type Price = Omit<PriceUsed, 'instrument'> & { currency: Currency | null }

/** By instrument. */
export type Prices = ReadonlyMap<InstrumentId, Price>
/** Per cent, by instrument: in place of those of the terms. */
export type Haircuts = ReadonlyMap<InstrumentId, string>

export type TestOptions = {
  date: IsoDate
  prices: Prices
  haircuts?: Haircuts | undefined
  /** How many business days old a price may be. */
  staleAfterDays?: number | undefined
}

/** Yesterday's close. */
const STALE_AFTER_DAYS = 1

/** 'out' goes back to the giver, 'in' comes to the holder. */
export type TestedMove = { lot: LotName; asset: Asset; quantity: bigint; way: 'out' | 'in' }

/** Values in cents, half rounded up; null without a price. */
export type TestLine = TestedMove & {
  price: Price | null
  haircut: string
  /** That of the terms; it differs where one was entered by hand. */
  agreedHaircut: string
  value: bigint | null
  adjusted: bigint | null
}

/** In cents. `shortBy` is exact, and rounded up to the cent; 0n passes. */
export type Comparison = { out: bigint; in: bigint; shortBy: bigint }

export type Untested = { code: 'priceMissing' | 'priceStale' | 'currenciesDiffer'; assets: readonly string[] }

export type ValueTest = {
  currency: Currency | null
  lines: readonly TestLine[]
  /** Market value in against out (GMRA 2000, 8(a)); null unless every line has a price. */
  market: Comparison | null
  /** The same after haircuts; it passes too where nothing of the deal is uncovered afterwards (GMSLA 2010, 5.3). */
  coverage: Comparison | null
  /** What is uncovered before and after, in cents; below zero, what is covered beyond. Null unless every lot has a price. */
  exposure: { before: bigint; after: bigint } | null
  /** Which of the two must pass; the other one warns. */
  decisive: 'market' | 'coverage'
  /** The method of margin by which it is that one; null without terms of margin, where the kind of the deal decides. */
  decidedBy: MarginMethod | null
  /** Why values cannot be relied on. */
  untested: Untested | null
}

type Decisive = ValueTest['decisive']

/** A ratio (A) is held against market values; haircuts (B), and the margin of a loan, against what they leave. */
const DECISIVE_BY_METHOD: Record<MarginMethod, Decisive> = { A: 'market', B: 'coverage', LOAN: 'coverage' }
/** GMRA 2000, 8(a); GMSLA 2010, 5.3. */
const DECISIVE_BY_KIND: Record<DealKind, Decisive> = { REPO: 'market', LOAN: 'coverage' }

function decisiveOf({
  kind,
  terms,
}: Pick<Deal, 'kind' | 'terms'>): Pick<ValueTest, 'decisive' | 'decidedBy'> {
  const decidedBy = terms.margin?.method ?? null
  return { decidedBy, decisive: decidedBy === null ? DECISIVE_BY_KIND[kind] : DECISIVE_BY_METHOD[decidedBy] }
}

/**
 * Compares what goes out of a deal with what comes in, in exact fractions.
 *
 * @example
 * const { market } = valueTestOf(deal, moves, { date: '2026-11-25', prices })
 * market?.shortBy // 0n: worth enough
 */
export function valueTestOf(deal: Deal, moves: readonly TestedMove[], options: TestOptions): ValueTest {
  const currency = currencyOf(deal, moves, options.prices)
  const valued = moves.map((move) => valuedMove(deal, move, moves, currency, options))
  const untested = untestedOf(valued, currency, options)
  const isPriced = valued.every(({ exact }) => exact !== null)
  const exposure = isPriced ? exposureOf(deal, valued, currency, options) : null
  const market = isPriced ? comparisonOf(valued, ({ value }) => value) : null
  const coverage = isPriced ? comparisonOf(valued, ({ adjusted }) => adjusted) : null
  const isCovered = exposure !== null && exposure.after <= 0n
  return {
    currency,
    lines: valued.map(({ exact, ...line }) => ({
      ...line,
      value: exact && centsRounded(exact.value),
      adjusted: exact && centsRounded(exact.adjusted),
    })),
    market,
    coverage: coverage && isCovered ? { ...coverage, shortBy: 0n } : coverage,
    exposure,
    ...decisiveOf(deal),
    untested,
  }
}

/** What is missing of what comes in, exactly: below zero, what is beyond. Lines without a price count nothing. */
export function shortagesOf(
  deal: Deal,
  moves: readonly TestedMove[],
  options: TestOptions,
): { market: Fraction; coverage: Fraction } {
  const currency = currencyOf(deal, moves, options.prices)
  const valued = moves.map((move) => valuedMove(deal, move, moves, currency, options))
  const missing = (of: (exact: Exact) => Fraction) => minus(sumIn(valued, 'out', of), sumIn(valued, 'in', of))
  return { market: missing(({ value }) => value), coverage: missing(({ adjusted }) => adjusted) }
}

type Exact = { value: Fraction; adjusted: Fraction }
type Valued = TestedMove & Pick<TestLine, 'price' | 'haircut' | 'agreedHaircut'> & { exact: Exact | null }

const priceOf = ({ instrumentId }: Asset, prices: Prices): Price | undefined =>
  instrumentId === null ? undefined : prices.get(instrumentId as InstrumentId)

/** The deal's; without cash, the first that a price has. */
const currencyOf = ({ cash, settled }: Deal, moves: readonly TestedMove[], prices: Prices): Currency | null =>
  (settled?.principal ?? cash.principal)?.currency ??
  moves.map(({ asset }) => priceOf(asset, prices)?.currency).find((one) => one != null) ??
  null

const isComparable = (price: Price, currency: Currency | null): boolean =>
  dirtyPrice(price).numerator > 0n && (price.currency ?? currency) === currency

function valuedMove(
  deal: Deal,
  move: TestedMove,
  moves: readonly TestedMove[],
  currency: Currency | null,
  { prices, haircuts }: TestOptions,
): Valued {
  const found = priceOf(move.asset, prices)
  const price = found !== undefined && isComparable(found, currency) ? found : null
  const gone = moves.filter(({ way }) => way === 'out')
  const agreedHaircut = agreedHaircutOf(deal, move, gone)
  const haircut = haircutByHand(move.asset, haircuts) ?? agreedHaircut
  return { ...move, price, haircut, agreedHaircut, exact: exactOf(move, price, haircut) }
}

function exactOf(
  { quantity, asset }: Pick<TestedMove, 'quantity' | 'asset'>,
  price: Price | null,
  haircut: string,
): Exact | null {
  if (price === null) return null
  const value = marketValue(quantity, asset, price)
  return { value, adjusted: times(value, remainderAfter(haircut)) }
}

/** By the terms, or as the terms will have it once it is in the deal. */
const agreedHaircutOf = (
  { lots, terms }: Pick<Deal, 'lots' | 'terms'>,
  { lot, asset }: Pick<TestedMove, 'lot' | 'asset'>,
  gone: readonly TestedMove[] = [],
): string => haircutOf(terms, lot) ?? inheritedHaircut(terms, asset, { known: lots, gone }) ?? '0'

const haircutByHand = ({ instrumentId }: Asset, haircuts: Haircuts | undefined): string | undefined =>
  instrumentId === null ? undefined : haircuts?.get(instrumentId as InstrumentId)

/** The haircuts entered by hand that differ from those of the terms, of what comes in and of what the deal has: in the order of lots. */
export function haircutsByHand(
  deal: Deal,
  moves: readonly TestedMove[],
  haircuts: Haircuts | undefined,
): LotHaircuts {
  const gone = moves.filter(({ way }) => way === 'out')
  const held = deal.lots.filter(({ outstanding }) => outstanding > 0n)
  return [...held, ...moves.filter(({ way }) => way === 'in')]
    .flatMap((one) => {
      const haircut = haircutByHand(one.asset, haircuts)
      return haircut === undefined || haircut === agreedHaircutOf(deal, one, gone)
        ? []
        : [{ lot: one.lot, haircut }]
    })
    .toSorted((one, other) => (one.lot < other.lot ? -1 : 1))
}

const sumIn = (valued: readonly Valued[], way: TestedMove['way'], of: (exact: Exact) => Fraction): Fraction =>
  sumOf(valued.flatMap((one) => (one.way === way && one.exact !== null ? [of(one.exact)] : [])))

function comparisonOf(valued: readonly Valued[], of: (exact: Exact) => Fraction): Comparison {
  const [out, come] = [sumIn(valued, 'out', of), sumIn(valued, 'in', of)]
  const short = centsRoundedUp(minus(out, come))
  return { out: centsRounded(out), in: centsRounded(come), shortBy: short > 0n ? short : 0n }
}

/** The names of instruments in a refusal. */
const namesOf = (valued: readonly Valued[]): string[] => [
  ...new Set(
    valued.map(({ asset: { identifier, label } }) =>
      instrumentText(identifier ?? 'unknown instrument', label),
    ),
  ),
]

function untestedOf(
  valued: readonly Valued[],
  currency: Currency | null,
  { date, prices, staleAfterDays = STALE_AFTER_DAYS }: TestOptions,
): Untested | null {
  const isForeign = ({ asset }: Valued) => {
    const price = priceOf(asset, prices)
    return price !== undefined && (price.currency ?? currency) !== currency
  }
  const oldest = businessDaysBefore(date, staleAfterDays, TARGET)
  const found: Record<Untested['code'], Valued[]> = {
    currenciesDiffer: valued.filter(isForeign),
    priceMissing: valued.filter(({ price }) => price === null),
    priceStale: valued.filter(({ price }) => price !== null && price.date < oldest),
  }
  const code = (['currenciesDiffer', 'priceMissing', 'priceStale'] as const).find(
    (one) => found[one].length > 0,
  )
  return code === undefined ? null : { code, assets: namesOf(found[code]) }
}

/** What is owed less what covers it, before and after; undefined where a lot has no price. */
function exposureOf(
  deal: Deal,
  valued: readonly Valued[],
  currency: Currency | null,
  options: TestOptions,
): ValueTest['exposure'] {
  const held = deal.lots.filter(({ outstanding }) => outstanding > 0n)
  const worth = new Map<DealLot, Exact>()
  for (const lot of held) {
    const price = priceOf(lot.asset, options.prices)
    const haircut = haircutByHand(lot.asset, options.haircuts) ?? agreedHaircutOf(deal, lot)
    const usable = price !== undefined && isComparable(price, currency) ? price : null
    const exact = exactOf({ quantity: lot.outstanding, asset: lot.asset }, usable, haircut)
    if (exact === null) return null
    worth.set(lot, exact)
  }
  const before = minus(owed(deal, worth, options.date), covering(deal, worth))
  const change = sumOf(
    valued.map(({ way, exact }) => {
      const adjusted = exact?.adjusted ?? ZERO
      return way === 'in' ? minus(ZERO, adjusted) : adjusted
    }),
  )
  return { before: centsRoundedUp(before), after: centsRoundedUp(plus(before, change)) }
}

const CENTS = fraction(100n)
const ratioOf = ({ margin }: Pick<DealTerms, 'margin'>): Fraction =>
  dividedBy(fractionOf(margin?.marginRatio ?? '100'), CENTS)

/** A repo's repurchase price if it were on that day, or the value of what was lent, each with its margin ratio. */
function owed(deal: Deal, worth: ReadonlyMap<DealLot, Exact>, date: IsoDate): Fraction {
  const { settled, kind, terms } = deal
  const lent = sumOf([...worth].flatMap(([lot, { value }]) => (lot.kind === 'LOAN' ? [value] : [])))
  const cents = (settled?.principal?.cents ?? 0n) + (settled === null ? 0n : accruedOn(settled, date))
  return times(kind === 'REPO' ? dividedBy(fraction(cents), CENTS) : lent, ratioOf(terms))
}

/** The adjusted value of what its holder has against it; of a loan, with the cash that secures it. */
function covering({ kind, giver, settled }: Deal, worth: ReadonlyMap<DealLot, Exact>): Fraction {
  // A repo is covered for the buyer, who holds what the seller gave; a loan for the lender, who gave it.
  const isCover = (lot: DealLot) => lot.kind !== 'LOAN' && (lot.holder === giver) === (kind === 'LOAN')
  const back = (lot: DealLot) => lot.kind !== 'LOAN' && !isCover(lot)
  const sum = (of: (lot: DealLot) => boolean) =>
    sumOf([...worth].flatMap(([lot, { adjusted }]) => (of(lot) ? [adjusted] : [])))
  const cash = kind === 'LOAN' ? (settled?.principal?.cents ?? 0n) : 0n
  return plus(minus(sum(isCover), sum(back)), dividedBy(fraction(cash), CENTS))
}

/**
 * The test of a substitution that somebody has proposed, at the prices and with the haircuts that it names, or at one's own.
 *
 * @example
 * proposedTestOf(deal, entry, new Map()) // as its creator saw it, computed here
 */
export function proposedTestOf(
  deal: Deal,
  {
    moves,
    priceUsed,
    haircuts,
    effectiveDate,
  }: Pick<DealEntry, 'moves' | 'priceUsed' | 'haircuts' | 'effectiveDate'>,
  own: Partial<TestOptions> = {},
): ValueTest {
  const quoted = priceUsed.map(
    ({ instrument, ...price }) => [instrument, { ...price, currency: null }] as const,
  )
  const tested = moves.flatMap(({ lot, quantity, way }): TestedMove[] => {
    const asset = deal.lots.find((one) => one.lot === lot)?.asset
    return asset === undefined ? [] : [{ lot, asset, quantity, way: way === 'back' ? 'out' : 'in' }]
  })
  const prices = new Map([...quoted, ...(own.prices ?? [])])
  const named = haircuts.flatMap(({ lot, haircut }): (readonly [InstrumentId, string])[] => {
    const instrument = deal.lots.find((one) => one.lot === lot)?.asset.instrumentId
    return instrument == null ? [] : [[instrument as InstrumentId, haircut] as const]
  })
  const byHand = new Map<InstrumentId, string>([...named, ...(own.haircuts ?? [])])
  return valueTestOf(deal, tested, {
    ...own,
    prices,
    haircuts: byHand,
    date: own.date ?? effectiveDate ?? '',
  })
}
