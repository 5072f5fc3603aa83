// What the parties of a securities loan agree on, and what covers a repo or a loan.
import * as z from 'zod/mini'
import { Cash } from './cash.ts'
import { DayCount, Decimal, IsoDate } from './repoTerms.ts'

/**
 * FIXED: to a day. OPEN: until notice. EVERGREEN: until notice, which `noticeDays` business days separate from the end.
 * EXTENDABLE: to a day that both sides may move.
 */
export const TermType = z.enum(['OPEN', 'FIXED', 'EVERGREEN', 'EXTENDABLE'])
export type TermType = z.infer<typeof TermType>

/** What a term of each type must name. */
export const TERM_NEEDS: Record<TermType, { endDate: boolean; noticeDays: boolean }> = {
  OPEN: { endDate: false, noticeDays: false },
  FIXED: { endDate: true, noticeDays: false },
  EVERGREEN: { endDate: false, noticeDays: true },
  EXTENDABLE: { endDate: true, noticeDays: false },
}

/** The price that a loan's fee is counted on: that of the contract, or each day's last. */
export const FeePrice = z.enum(['CONTRACT', 'DAILY_MARK'])
export type FeePrice = z.infer<typeof FeePrice>

export const Billing = z.enum(['MONTHLY', 'AT_END'])
export type Billing = z.infer<typeof Billing>

const most = 365
/** Business days. */
export const NoticeDays = z
  .number('Notice must be a number of business days.')
  .check(
    z.int('Notice must be a whole number of business days.'),
    z.gte(0, `Notice must be 0 to ${most} business days.`),
    z.lte(most, `Notice must be 0 to ${most} business days.`),
  )

export const LoanTerms = z
  .object({
    startDate: IsoDate,
    /** Absent while nobody has given notice. */
    endDate: z.optional(IsoDate),
    /** Per cent a year. */
    feeRate: Decimal,
    dayCount: DayCount,
    termType: TermType,
    noticeDays: NoticeDays,
    /** In the currency of the lent securities. */
    minimumFee: z.optional(Cash),
    feePrice: FeePrice,
    billing: Billing,
  })
  .check(
    z.refine(({ startDate, endDate }) => (endDate ?? startDate) >= startDate, {
      path: ['endDate'],
      error: 'A loan cannot end before it starts.',
    }),
    z.refine(({ termType, endDate }) => !TERM_NEEDS[termType].endDate || endDate !== undefined, {
      path: ['endDate'],
      error: 'A loan of this term type needs an end date.',
    }),
    z.refine(({ termType, noticeDays }) => !TERM_NEEDS[termType].noticeDays || noticeDays > 0, {
      path: ['noticeDays'],
      error: 'An evergreen loan needs at least one business day of notice.',
    }),
  )
export type LoanTerms = z.infer<typeof LoanTerms>

/** Securities of one kind within a deal. */
export const LotKind = z.enum(['LOAN', 'COLLATERAL', 'PURCHASED', 'MARGIN'])
export type LotKind = z.infer<typeof LotKind>

/** What a lot's name begins with. */
export const LOT_LETTERS: Record<LotKind, string> = {
  LOAN: 'L',
  COLLATERAL: 'C',
  PURCHASED: 'P',
  MARGIN: 'M',
}

/** 'P1' is the first purchased lot of a deal. */
export const LotName = z
  .string()
  .check(
    z.regex(
      new RegExp(`^[${Object.values(LOT_LETTERS).join('')}][1-9][0-9]{0,2}$`),
      'A lot must be a letter and a number from 1 to 999, such as P1 or C2.',
    ),
  )
export type LotName = z.infer<typeof LotName>

/** Percent of the market value: from 0 to below 100. */
export const Haircut = z
  .string()
  .check(
    z.regex(
      /^(0|[1-9][0-9]?)(\.[0-9]{1,12})?$/,
      'A haircut must be at least 0 and less than 100 percent, such as 2 or 2.5.',
    ),
  )
export type Haircut = z.infer<typeof Haircut>

/** Per cent: 102 is a cushion of 2. */
export const MarginRatio = z
  .string()
  .check(
    z.regex(
      /^(?!0(\.0+)?$)(0|[1-9][0-9]{0,3})(\.[0-9]{1,12})?$/,
      'A margin ratio must be above 0 and below 10,000 percent, such as 102.',
    ),
  )
export type MarginRatio = z.infer<typeof MarginRatio>

/** One lot each, in the order of their names. */
export const LotHaircuts = z.array(z.object({ lot: LotName, haircut: Haircut })).check(
  z.maxLength(100, 'At most 100 lots can have a haircut.'),
  z.refine(
    (list) => list.every(({ lot }, index) => index === 0 || lot > (list[index - 1]?.lot ?? '')),
    'List each lot once, in the order of the names: C1, C10, C2.',
  ),
)
export type LotHaircuts = z.infer<typeof LotHaircuts>

/** A: ratio over the repurchase price. B: haircuts on what covers it. LOAN: ratio over the value of the loan. */
export const MarginMethod = z.enum(['A', 'B', 'LOAN'])
export type MarginMethod = z.infer<typeof MarginMethod>

/** Why terms are refused that lack what their method needs. */
export const METHOD_FAULT = 'Methods A and LOAN need a margin ratio; method B needs haircuts.'

/** What a method cannot do without. */
export const METHOD_NEEDS: Record<MarginMethod, 'marginRatio' | 'haircuts'> = {
  A: 'marginRatio',
  B: 'haircuts',
  LOAN: 'marginRatio',
}

/** Whether the giver may exchange collateral: at any time, once the holder agrees, or never. */
export const SubstitutionRight = z.enum(['ANY_TIME', 'ON_CONSENT', 'NONE'])
export type SubstitutionRight = z.infer<typeof SubstitutionRight>

export const MarginTerms = z
  .object({
    method: MarginMethod,
    marginRatio: z.optional(MarginRatio),
    haircuts: z.optional(LotHaircuts),
    substitution: SubstitutionRight,
  })
  .check(
    z.refine((terms) => terms[METHOD_NEEDS[terms.method]] !== undefined, {
      path: ['method'],
      error: METHOD_FAULT,
    }),
  )
export type MarginTerms = z.infer<typeof MarginTerms>
