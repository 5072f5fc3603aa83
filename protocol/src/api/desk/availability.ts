// What of each instrument will be available, day by day, and what makes it so.
import * as z from 'zod/mini'
import { endpoint, page } from '../../endpoint.ts'
import { Availability, AvailabilityFlow } from '../../entities/availability.ts'
import { asOfFields, pagingFields, queryBoolean } from '../../paging.ts'
import { Address, InstrumentId, RegistryId } from '../../scalars.ts'
import { readAtDesk } from './summary.ts'

const IsoDate = z.iso.date()

/** Both days count; today comes before every other. */
const shared = {
  page: pagingFields.page,
  itemsPerPage: pagingFields.itemsPerPage,
  ...asOfFields,
  /** 30 days after today, where it is not named; at most a year after it. */
  to: z.optional(IsoDate),
  registryManagerAddr: z.optional(Address),
  registrarAddr: z.optional(Address),
  registryId: z.optional(RegistryId),
  instrumentId: z.optional(InstrumentId),
}

export const availabilityApi = {
  availability: endpoint({
    ...readAtDesk,
    path: '/transfer/ladder',
    summary:
      'What of each instrument is certain, expected and possible to be available at each custodian, day by day from today',
    query: z.object({
      ...shared,
      /** Today, where it is not named or earlier. */
      from: z.optional(IsoDate),
      filter: pagingFields.filter,
      /** Only instruments of which more must go out than is certain to be there, on one of the days. */
      isShort: z.optional(queryBoolean),
    }),
    response: z.object({
      ...page(Availability).shape,
      /** The first of the days, in UTC. */
      today: IsoDate,
      /** Repos and loans whose terms are unknown here: their ends do not count. */
      withoutTerms: z.number(),
    }),
  }),
  availabilityFlows: endpoint({
    ...readAtDesk,
    path: '/transfer/ladder/flows',
    summary: 'The deliveries and the ends of deals that make the availability, the earliest first',
    query: z.object(shared),
    response: page(AvailabilityFlow),
    isPage: true,
  }),
}
