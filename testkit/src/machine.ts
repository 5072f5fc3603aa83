import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A port of the loopback that nobody listens on. */
export async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
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
