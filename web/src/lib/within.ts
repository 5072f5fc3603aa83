/** What a promise gives, or a TimeoutError where it takes longer: `await within(5_000, registering)`. The promise itself
 * goes on; what it gives later is dropped. */
export async function within<Given>(limitMs: number, promise: Promise<Given>): Promise<Given> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('This took too long.', 'TimeoutError')), limitMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
