// What a delivery does to a deal that is open: its private details say so, and their fingerprint binds it.
import { DealEventKind } from './dealEventKind.ts'
import * as z from 'zod/mini'
import { Bytes32, InstrumentId } from '../scalars.ts'
import { centsOf, Currency } from './cash.ts'
import { LotHaircuts, LotName, MarginRatio, NoticeDays, TermType } from './loanTerms.ts'
import { Decimal, IsoDate } from './repoTerms.ts'

/** A part of a payment, which may be negative: interest at a rate below zero lowers what goes back. */
const SignedCash = z
  .string()
  .check(
    z.regex(
      /^(?!-0\.00$)-?(0|[1-9][0-9]{0,17})\.[0-9]{2}$/,
      'The amount of a part must have two decimals, such as 4161.11 or -972.22.',
    ),
  )
export type SignedCash = z.infer<typeof SignedCash>

/** What a payment, or a part of it, is for. AGREEMENT: 0.00, which both sides confirm in place of a signature. */
export const CashPurpose = z.enum([
  'PRINCIPAL',
  'INTEREST',
  'MARGIN',
  'INCOME',
  'FEE',
  'PRICE_ADJUSTMENT',
  'AGREEMENT',
])
export type CashPurpose = z.infer<typeof CashPurpose>

type EventRule = {
  /** What happens to lots: nothing; they go back; or new ones come as well. */
  securities: 'none' | 'back' | 'both'
  /** 'haircuts': as they were entered by hand, where they differ from those of the terms. */
  changes: 'nothing' | 'haircuts' | 'terms'
  purposes: readonly CashPurpose[]
}

/** What each kind of event may do. */
export const EVENT_RULES: Record<DealEventKind, EventRule> = {
  RETURN: {
    securities: 'back',
    changes: 'nothing',
    purposes: ['PRINCIPAL', 'INTEREST', 'MARGIN', 'INCOME', 'FEE'],
  },
  SUBSTITUTION: { securities: 'both', changes: 'haircuts', purposes: ['MARGIN'] },
  MARGIN: { securities: 'both', changes: 'nothing', purposes: ['MARGIN', 'INTEREST'] },
  REPRICE: { securities: 'none', changes: 'nothing', purposes: ['PRICE_ADJUSTMENT', 'INTEREST'] },
  AMENDMENT: { securities: 'none', changes: 'terms', purposes: ['AGREEMENT', 'INTEREST', 'FEE'] },
  INCOME: { securities: 'none', changes: 'nothing', purposes: ['INCOME'] },
  FEE: { securities: 'none', changes: 'nothing', purposes: ['FEE'] },
  INTEREST: { securities: 'none', changes: 'nothing', purposes: ['INTEREST'] },
}

/** A delivery has at most 32 legs. */
export const MOST_LEGS = 32
const LegIdx = z
  .number('A leg must be a number from 0.')
  .check(
    z.int('A leg must be a number from 0.'),
    z.gte(0, 'A leg must be a number from 0.'),
    z.lte(MOST_LEGS - 1, `A delivery can have at most ${MOST_LEGS} legs.`),
  )

const LegLot = z.object({ legIdx: LegIdx, lot: LotName })

const CashPart = z.object({ legIdx: LegIdx, amount: SignedCash, currency: Currency, purpose: CashPurpose })
export type CashPart = z.infer<typeof CashPart>

/** New values of terms; null takes the end from a deal, which is then open. */
export const Amendment = z
  .object({
    rate: z.optional(Decimal),
    repurchaseDate: z.optional(z.nullable(IsoDate)),
    feeRate: z.optional(Decimal),
    termType: z.optional(TermType),
    noticeDays: z.optional(NoticeDays),
    haircuts: z.optional(LotHaircuts),
    marginRatio: z.optional(MarginRatio),
  })
  .check(z.refine((terms) => Object.keys(terms).length > 0, 'An amendment must change at least one term.'))
export type Amendment = z.infer<typeof Amendment>

/** A price that the parties used, so that a later reader can repeat the sum: for 100 of the quantity, as a percentage of a bond's nominal. */
export const PriceUsed = z.object({
  instrument: InstrumentId,
  clean: Decimal,
  accrued: Decimal,
  date: IsoDate,
  source: z
    .string()
    .check(z.minLength(1), z.maxLength(100, 'The source of a price can have at most 100 characters.')),
})
export type PriceUsed = z.infer<typeof PriceUsed>

const ordered = <Item>(list: readonly Item[], before: (one: Item, other: Item) => boolean): boolean =>
  list.every((item, index) => {
    const previous = list[index - 1]
    return previous === undefined || before(previous, item)
  })
const purposeOrder = ({ purpose }: CashPart): number => CashPurpose.options.indexOf(purpose)

/** The parts of each payment, by leg. */
const partsByLeg = (cash: readonly CashPart[]): CashPart[][] => [
  ...Map.groupBy(cash, ({ legIdx }) => legIdx).values(),
]

const dealEvent = z.object({
  v: z.literal(1, 'This version of deal events is unknown. Update the software, then try again.'),
  event: DealEventKind,
  /** The hash of the deal that the creator saw: `dealOf(…).hash`. */
  basedOn: Bytes32,
  effectiveDate: IsoDate,
  /** Which lot each leg of securities moves. A leg without one moves the lot of its instrument. */
  lots: z.optional(
    z.array(LegLot).check(z.maxLength(MOST_LEGS, `A delivery can have at most ${MOST_LEGS} legs.`)),
  ),
  /** The parts of each payment; they add up to what is paid. */
  cash: z.optional(
    z.array(CashPart).check(z.maxLength(2 * MOST_LEGS, 'A delivery can have at most 64 parts of payments.')),
  ),
  amend: z.optional(Amendment),
  /** The messages that this event answers. */
  answers: z.optional(
    z.array(Bytes32).check(z.maxLength(MOST_LEGS, 'An event can answer at most 32 messages.')),
  ),
  priceUsed: z.optional(z.array(PriceUsed).check(z.maxLength(64, 'An event can quote at most 64 prices.'))),
})
type Fields = z.infer<typeof dealEvent>

/** One meaning has one text: whatever has an order is in order, and names nothing twice. */
const LIMITS: readonly (readonly [
  path: keyof Fields,
  holds: (event: Fields) => boolean,
  sentence: string,
])[] = [
  [
    'lots',
    ({ lots = [] }) => ordered(lots, (one, other) => one.legIdx < other.legIdx),
    'List the lot of each leg once, in the order of the legs.',
  ],
  [
    'lots',
    ({ event, lots = [] }) => EVENT_RULES[event].securities !== 'none' || lots.length === 0,
    'An event of this kind must not move securities.',
  ],
  [
    'cash',
    ({ cash = [] }) =>
      ordered(
        cash,
        (one, other) =>
          one.legIdx < other.legIdx ||
          (one.legIdx === other.legIdx && purposeOrder(one) < purposeOrder(other)),
      ),
    'List each purpose of a payment once, in the order of legs and purposes.',
  ],
  [
    'cash',
    ({ cash = [] }) =>
      partsByLeg(cash).every((parts) => new Set(parts.map(({ currency }) => currency)).size === 1),
    'A payment must have a single currency.',
  ],
  [
    'cash',
    ({ cash = [] }) =>
      partsByLeg(cash).every((parts) => parts.reduce((sum, { amount }) => sum + centsOf(amount), 0n) >= 0n),
    'The parts of a payment cannot add up to less than 0.00: let the other side pay it.',
  ],
  [
    'cash',
    ({ event, cash = [] }) => cash.every(({ purpose }) => EVENT_RULES[event].purposes.includes(purpose)),
    'An event of this kind must not have a payment for that purpose.',
  ],
  [
    'cash',
    ({ cash = [] }) => cash.every(({ purpose, amount }) => purpose !== 'AGREEMENT' || amount === '0.00'),
    'A part for the purpose AGREEMENT must be 0.00.',
  ],
  [
    'amend',
    ({ event, amend }) => {
      const { changes } = EVENT_RULES[event]
      if (amend === undefined) return changes !== 'terms'
      return changes === 'terms' || (changes === 'haircuts' && Object.keys(amend).join() === 'haircuts')
    },
    'An amendment must list the terms that change; a substitution may list haircuts, and no other event changes terms.',
  ],
  [
    'answers',
    ({ answers = [] }) => ordered(answers, (one, other) => one < other),
    'List each message once, in ascending order.',
  ],
  [
    'priceUsed',
    ({ priceUsed = [] }) => ordered(priceUsed, (one, other) => one.instrument < other.instrument),
    'Quote one price for each instrument, in ascending order of the instruments.',
  ],
]

export const DealEvent = dealEvent.check(
  ...LIMITS.map(([path, holds, error]) => z.refine<Fields>(holds, { path: [path], error })),
)
export type DealEvent = z.infer<typeof DealEvent>
