import { eventsApi } from './events.ts'
import { platformApi } from './platform.ts'
import { positionsApi } from './positions.ts'
import { registriesApi } from './registries.ts'
import { transfersApi } from './transfers.ts'

/**
 * The resources behind the session and the tables, which come first and most often. Apart from the whole table, so that
 * a browser need not fetch all of it before its first call.
 */
export const frequentCalls = {
  ...eventsApi,
  ...platformApi,
  ...registriesApi,
  ...positionsApi,
  ...transfersApi,
} as const
