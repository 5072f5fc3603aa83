// The one call behind the number in the navigation and the band above the tables; a browser makes it first.
import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { DeskSummary } from '../../entities/deskSummary.ts'
import { queryInteger } from '../../paging.ts'
import { COORDINATE, IN_DELIVERIES, READ_DELIVERIES } from '../../access.ts'

/** What the calls of a desk have in common: whoever may list transfers may ask them. */
export const readAtDesk = {
  method: 'GET',
  privileges: READ_DELIVERIES,
  tenantPrivileges: IN_DELIVERIES,
  exemptedBy: COORDINATE,
} as const

export const summaryApi = {
  deskSummary: endpoint({
    ...readAtDesk,
    path: '/transfer/summary',
    summary: 'How many transfers wait for whom and since when, what falls due, and what has changed',
    query: z.object({
      /** The first and the last day of what falls due; both count. */
      from: z.iso.date(),
      to: z.iso.date(),
      /** Asks what has changed since, in UTC seconds. */
      since: z.optional(queryInteger(0, 1_000_000_000_000)),
    }),
    response: DeskSummary,
  }),
}
