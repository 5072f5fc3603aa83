/** Runs a task once no suite of the stage runs beside it. */
export type Alone = <Value>(task: () => Promise<Value>) => Promise<Value>

export type Place = {
  alone: Alone
  /** The suite has ended; what waits to be alone no longer waits for it. */
  leave: () => void
}

/**
 * A place for each of the suites that run side by side. What one of them must do alone waits until the others have ended or wait as
 * well, and then one follows the other.
 *
 * @example
 * const join = openStage(2)
 * const [unit, story] = [join(), join()]
 * await unit.alone(() => retry()) // begins after story.leave()
 */
export function openStage(count: number): () => Place {
  let busy = count
  const quiet = Promise.withResolvers<void>()
  let last: Promise<unknown> = quiet.promise
  return () => {
    let isBusy = true
    const leave = (): void => {
      if (!isBusy) return
      isBusy = false
      busy -= 1
      if (busy === 0) quiet.resolve()
    }
    return {
      leave,
      alone: (task) => {
        leave()
        const turn = last.then(task)
        last = turn.catch(() => undefined)
        return turn
      },
    }
  }
}
