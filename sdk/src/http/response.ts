// A response, read no further than the limit.
import { Problem } from '@connex/protocol'
import { ApiError, ClientError } from '../errors.ts'
import { parseJson } from '../json.ts'

/** More than any answer of this API; a peer that sends more is not read to the end. */
const ANSWER_MAXIMUM = 32 * 1024 * 1024

/** A response's text, read no further than the limit. */
export async function readText(response: Response, maximum = ANSWER_MAXIMUM): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of readChunks(response)) {
    length += chunk.byteLength
    if (length > maximum) throw new ClientError('answerTooLarge')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** A response's bytes as they arrive; leaving the loop ends the transfer. */
export async function* readChunks(response: Response): AsyncGenerator<Uint8Array, void> {
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
  if (reader === undefined) return
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new ClientError('unreachable', response.url, error)
      })
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** Enough of a foreign answer (a proxy's HTML page) to identify it. */
const BODY_LIMIT = 2000

/** The error of a response that is not ok: a problem document, or another answer on the way, such as a proxy's. */
export async function readFailure(response: Response): Promise<ApiError> {
  const text = await readText(response)
  const problem = Problem.safeParse(parseJson(text))
  return new ApiError(
    response.status,
    response.statusText,
    problem.success ? { problem: problem.data } : { body: text.slice(0, BODY_LIMIT) },
  )
}
