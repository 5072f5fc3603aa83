/** Lets `atOnce` at a time in, the others wait for their turn: `const enter = createGate(4); await enter(() => read())` */
export function createGate(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let inside = 0
  return async (work) => {
    if (inside >= atOnce) await new Promise<void>((enter) => waiting.push(enter))
    else inside += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) inside -= 1
      else next()
    }
  }
}

/**
 * Works on each of several, `atOnce` at the same time; whoever lets go makes room for the next before its own work ends.
 *
 * @example
 * await inTurns(rows, 4, (row, letGo) => send(row, { onProgress: ({ step }) => step === 'published' && letGo() }))
 */
export async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item, letGo: () => void) => Promise<void>,
): Promise<void> {
  const enter = createGate(atOnce)
  const begin = async (item: Item) => {
    const begun = await enter(async () => {
      const { promise: isFree, resolve: letGo } = Promise.withResolvers<void>()
      const done = work(item, letGo).finally(letGo)
      done.catch(() => undefined)
      await isFree
      return { done }
    })
    await begun.done
  }
  const ends = await Promise.allSettled(items.map(begin))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
