import { Problem } from '@connex/protocol'
import { ApiError } from '../errors.ts'
import { parseJson } from './parseJson.ts'
import { readText } from './readText.ts'

/** Enough of a foreign answer (a proxy's HTML page) to tell what it was. */
const BODY_KEPT = 2000

/** What a response that is not ok says: a problem document, or whatever else stood in the way. */
export async function readFailure(response: Response): Promise<ApiError> {
  const text = await readText(response)
  const problem = Problem.safeParse(parseJson(text))
  return new ApiError(
    response.status,
    response.statusText,
    problem.success ? { problem: problem.data } : { body: text.slice(0, BODY_KEPT) },
  )
}
