/** A response's bytes as they arrive; leaving the loop ends the transfer. */
export async function* readChunks(response: Response): AsyncGenerator<Uint8Array, void> {
  const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
  if (reader === undefined) return
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
