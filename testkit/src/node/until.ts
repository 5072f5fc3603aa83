import { setTimeout as sleep } from 'node:timers/promises'

/** Asks again until there is an answer; fails after a time that a busy machine keeps, with what was waited for. */
export async function until<Result>(
  what: string,
  ask: () => Promise<Result | undefined | false>,
  limitMs = 45_000,
  pauseMs = 50,
): Promise<Result> {
  const end = Date.now() + limitMs
  for (;;) {
    const result = await ask()
    if (result !== undefined && result !== false) return result
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`)
    await sleep(pauseMs)
  }
}
