// A desk's questions over all of its transfers and positions.
import { listAvailability, listAvailabilityFlows } from '../../storage/desk/availability/listAvailability.ts'
import { listCounterparties } from '../../storage/desk/counterparties.ts'
import { listDeals } from '../../storage/desk/dealDeliveries.ts'
import { summarizeCustodians } from '../../storage/desk/custodianSummaries.ts'
import { listDealRequests } from '../../storage/desk/dealRequests.ts'
import { readDeskSummary } from '../../storage/desk/deskSummary.ts'
import { dayOf, listDueEvents } from '../../storage/desk/dueEvents.ts'
import { sumTransfers } from '../../storage/desk/transferTotals.ts'
import { sumPositions } from '../../storage/queries/positions.ts'
import { mayCall } from '../auth/authorize.ts'
import type { Handlers } from '../call/handler.ts'

export const desk = {
  deskSummary: ({ context, viewer, query }) => readDeskSummary(context.database.kysely, viewer.tenant, query),

  dueEvents: ({ context, viewer, query }) => listDueEvents(context.database.kysely, viewer.tenant, query),

  dealRequests: ({ context, viewer, query }) =>
    listDealRequests(context.database.kysely, viewer.tenant, query, dayOf()),

  deals: ({ context, viewer, query }) => listDeals(context.database.kysely, viewer.tenant, query),

  availability: ({ context, viewer, query }) =>
    listAvailability(context.database.kysely, viewer.tenant, query),

  availabilityFlows: ({ context, viewer, query }) =>
    listAvailabilityFlows(context.database.kysely, viewer.tenant, query),

  counterparties: ({ context, viewer, query }) =>
    listCounterparties(context.database.kysely, viewer.tenant, query, query),

  custodianSummaries: async ({ context, viewer, query }) => ({
    items: await summarizeCustodians(context.database.kysely, viewer.tenant, query.custodians, {
      positions: mayCall('positions', viewer),
      accounts: mayCall('registryAccounts', viewer),
      transfers: mayCall('transfers', viewer),
    }),
  }),

  positionTotals: async ({ context, viewer, query }) => ({
    totals: await sumPositions(context.database.kysely, viewer.tenant, query, query),
  }),

  transferTotals: ({ context, viewer, query }) =>
    sumTransfers(context.database.kysely, viewer.tenant, query, query),
} satisfies Partial<Handlers>
