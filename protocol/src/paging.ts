// What every list can be asked.
import * as z from 'zod/mini'
import { ConditionText } from './condition.ts'
import { ITEMS_PER_PAGE_MAXIMUM } from './product.ts'

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

export type AsOf = { asOfBlock?: number | undefined; asOfTime?: number | undefined }

export type Paging = {
  page?: number | undefined
  itemsPerPage?: number | undefined
  sortBy?: string | undefined
  sortOrder?: 'asc' | 'desc' | undefined
  filter?: string | undefined
  where?: readonly string[] | undefined
}
