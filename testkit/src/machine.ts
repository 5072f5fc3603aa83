import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

// Below those that systems give to connections that go out, which could take one before it is used, or while a server restarts.
const [FIRST_PORT, LAST_PORT] = [12_000, 32_000]

/** A port of the loopback that nobody listens on. */
export async function unusedPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT)
    const server = createServer().listen(port, '127.0.0.1')
    const isUnused = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isUnused) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

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
