import { eventsApi } from './events.ts'
import { platformApi } from './platform.ts'
import { summaryApi } from './desk/summary.ts'

/**
 * The resources behind the session and the first screen. Apart from the whole table, so that a browser need not fetch all of it
 * before its first call.
 *
 * @example
 * frequentCalls.deskSummary.path // '/transfer/summary'
 */
export const frequentCalls = {
  ...eventsApi,
  ...platformApi,
  ...summaryApi,
} as const
