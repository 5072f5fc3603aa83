// What every list takes: a page, an order, conditions on its columns, a point in time.
import * as z from 'zod/mini'
import { ITEMS_PER_PAGE_MAXIMUM } from './product.ts'

export const TEXT_OPERATORS = ['contains', 'is', 'starts', 'not'] as const
export const QUANTITY_OPERATORS = ['at-least', 'at-most'] as const
export type ConditionOperator = (typeof TEXT_OPERATORS)[number] | (typeof QUANTITY_OPERATORS)[number]

export type Condition = { column: string; operator: ConditionOperator; value: string }

const FORM = /^([A-Za-z]{1,40}):(contains|is|starts|not|at-least|at-most):([^]{1,200})$/

/** `not` is 'does not contain'. Quantities are written as they are read, in whole units with a point. */
export const ConditionText = z.string().check(z.regex(FORM, 'not column:operator:value'))

/** `parseCondition('quantity:at-least:5')` → { column: 'quantity', operator: 'at-least', value: '5' } */
export function parseCondition(text: string): Condition | undefined {
  const [, column, operator, value] = FORM.exec(text) ?? []
  if (column === undefined || value === undefined) return undefined
  return { column, operator: operator as ConditionOperator, value }
}

/** A whole number in a query string. */
export const queryInteger = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^[0-9]{1,15}$/, 'not a whole number')),
    z.pipe(z.transform(Number), z.number().check(z.gte(minimum), z.lte(maximum))),
  )

export const queryBoolean = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
)

/** One value or several of the same key. */
export const queryList = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.transform((value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [value])),
    z.array(item),
  )

/** page counts from 1. `filter` is free text over the list's visible columns; of `where` every condition must hold. */
export const pagingFields = {
  page: z.optional(queryInteger(1, 1_000_000_000)),
  itemsPerPage: z.optional(queryInteger(1, ITEMS_PER_PAGE_MAXIMUM)),
  sortBy: z.optional(z.string().check(z.maxLength(64))),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
  filter: z.optional(z.string().check(z.maxLength(200))),
  where: z.optional(z.pipe(queryList(ConditionText), z.array(z.string()).check(z.maxLength(20)))),
}

/** How things stood when a block had been, or at a time in UTC seconds: one of the two. */
export const asOfFields = {
  asOfBlock: z.optional(queryInteger(0, 1_000_000_000_000)),
  asOfTime: z.optional(queryInteger(0, 1_000_000_000_000)),
}

/** Pending deliveries that expire on these UTC days; both days count. */
export const expiryFields = { expiresFrom: z.optional(z.iso.date()), expiresTo: z.optional(z.iso.date()) }

export type AsOf = { asOfBlock?: number | undefined; asOfTime?: number | undefined }

export type Paging = {
  page?: number | undefined
  itemsPerPage?: number | undefined
  sortBy?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
  filter?: string | undefined
  where?: readonly string[] | undefined
}

export const AuditId = z.string().check(z.regex(/^[0-9]{1,15}$/, 'not an audit id'))

/** Links from an answer to the own audit. */
export const auditFields = {
  /** Changes to it, newest first, 20 at most. */
  auditIds: z.array(z.string()),
}
