import { ClientError } from '../errors.ts'

/** More than any answer of this API; a peer that sends more is not read to the end. */
export const ANSWER_MAXIMUM = 32 * 1024 * 1024

/** A response's text, read no further than the limit. */
export async function readText(response: Response, maximum = ANSWER_MAXIMUM): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > maximum) {
      await reader.cancel()
      throw new ClientError('answerTooLarge')
    }
    text += decoder.decode(value, { stream: true })
  }
}
