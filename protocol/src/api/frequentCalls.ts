import { eventsApi } from './events.ts'
import { platformApi } from './platform.ts'
import { summaryApi } from './summary.ts'

/**
 * The resources behind the session and the first screen. Apart from the whole table, so that a browser need not fetch all of it
 * before its first call.
 */
export const frequentCalls = {
  ...eventsApi,
  ...platformApi,
  ...summaryApi,
} as const
