type Limiter = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Runs at most `limit` at the same time; the others wait: `const limited = createLimiter(4); await limited(() => read())` */
export function createLimiter(limit: number): Limiter {
  const queue: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((start) => queue.push(start))
    else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

/**
 * Works on every item, `limit` at the same time. Work that calls `release` lets the next one start before it ends.
 *
 * @example
 * await runLimited(rows, 4, (row, release) => send(row, { onProgress: ({ step }) => step === 'published' && release() }))
 */
export async function runLimited<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, release: () => void) => Promise<void>,
): Promise<void> {
  const limited = createLimiter(limit)
  const run = async (item: Item) => {
    const { done } = await limited(async () => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>()
      const done = work(item, release).finally(release)
      done.catch(() => undefined)
      await released
      return { done }
    })
    await done
  }
  const results = await Promise.allSettled(items.map(run))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}
