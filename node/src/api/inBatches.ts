// Requests ask the database together: while one statement is on its way, those that come meanwhile wait for the next.

/** In one statement. */
const AT_ONCE = 500

type Waiting<Asked, Answer> = {
  asked: Asked
  settle: (answer: Answer) => void
  fail: (error: unknown) => void
}

/**
 * `ask` answers many at once, in their order; each is asked after it came. `inBatches(findAll)(address)` → its own answer.
 * Where `ask` fails, all who waited for it are told so.
 */
export function inBatches<Asked, Answer>(
  ask: (batch: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  let waiting: Waiting<Asked, Answer>[] = []
  let isAsking = false

  async function askAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, AT_ONCE)
      waiting = waiting.slice(AT_ONCE)
      try {
        const answers = await ask(batch.map(({ asked }) => asked))
        batch.forEach((one, index) => one.settle(answers[index] as Answer))
      } catch (error) {
        for (const one of batch) one.fail(error)
      }
    }
    isAsking = false
  }

  return (asked) =>
    new Promise((settle, fail) => {
      waiting.push({ asked, settle, fail })
      if (isAsking) return
      isAsking = true
      // What has arrived in the same turn goes together.
      setImmediate(() => void askAll())
    })
}
