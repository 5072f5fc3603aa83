// Queries behind the Availability screen; their keys begin with the topics that make them stale.
import type { Availability, AvailabilityFlow } from '@connex/protocol'
import { everyPage, listAvailability, listAvailabilityFlows, type Client } from '@connex/sdk'
import { queryOptions } from '@tanstack/react-query'
import { sorted } from './rows.ts'

/** Now, unless it names a moment. */
export type AsOf = { asOfTime?: number }

/** Every row, with how many deals do not count. */
export const availabilityQuery = (client: Client, asOf: AsOf) =>
  queryOptions({
    queryKey: ['transfers', 'availability', asOf],
    queryFn: async ({ signal }) => {
      const totals = { today: '', withoutTerms: 0 }
      const rows = await everyPage<Availability>(async (page) => {
        const { today, withoutTerms, ...found } = await listAvailability(
          client,
          { ...page, ...asOf },
          { signal },
        )
        Object.assign(totals, { today, withoutTerms })
        return found
      })
      return { ...totals, rows: sorted(rows) }
    },
  })

/** What moves one row up to a day. */
export const flowsQuery = (
  client: Client,
  { registryManagerAddr, registryId }: Availability,
  to: string,
  asOf: AsOf,
) =>
  queryOptions({
    queryKey: ['transfers', 'availability', registryManagerAddr, registryId, to, asOf],
    queryFn: ({ signal }) =>
      everyPage<AvailabilityFlow>((page) =>
        listAvailabilityFlows(client, { ...page, ...asOf, registryManagerAddr, registryId, to }, { signal }),
      ),
  })
