import { ClientError } from '../errors.ts'
import { readChunks } from './readChunks.ts'

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
