import { ClientError } from '../errors.ts'

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
