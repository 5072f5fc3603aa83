import { LoginRefusal } from '../features/login/loginFailure.ts'
import { fetchPart } from '../lib/fetchPart.ts'
import { within } from '../lib/within.ts'

/** As long as a slow line needs for the largest of them; `fetchPart` alone waits for a lost line without end. */
const LONGEST_MS = 20_000

/** A part of the client that a login cannot do without: `loginPart(() => import('./admit.ts'))`. Says so if it does not come. */
export async function loginPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await within(LONGEST_MS, fetchPart(load))
  } catch {
    throw new LoginRefusal('error_not_loaded')
  }
}
