// A page of 100 positions, by signed requests and by bare ones, per second of the serving process's CPU.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { signRequest } from '../testkit/src/servers/requests.ts'
import { atLeast, cpuOf, inRounds } from './measure.ts'
import type { Gate } from './measure.ts'
import { growPositions } from './market/rows.ts'
import { serveCopy } from './market/copy.ts'
import type { BenchFixture } from './market/fixture.ts'

const ROUNDS = 5
const BURSTS = 5
const REQUESTS = 400
const AT_ONCE = 32
const POSITIONS = 100
const TARGET = '/api/v6/registry-manager/positions?items-per-page=100'

export type SignedPages = { overBare: Gate; perCpuSecond: Gate }

export async function signedPages(market: BenchFixture): Promise<SignedPages> {
  const { alpenbank } = market.members
  await market.close()
  const copy = await serveCopy(market, (db) => growPositions(db, alpenbank.address, POSITIONS), {
    REQUEST_LIMIT: '0',
  })
  const bare = fork(join(import.meta.dirname, 'bareServer.ts'), [copy.databaseUrl, alpenbank.address])
  const [bareUrl] = (await once(bare, 'message')) as [string]
  try {
    const rates = await inRounds(
      ROUNDS,
      {
        signed: () =>
          rateOf(copy.pid, copy.url, () =>
            Promise.all(
              Array.from({ length: REQUESTS }, () =>
                signRequest(copy.url, alpenbank.user, { target: TARGET }),
              ),
            ),
          ),
        bare: () =>
          rateOf(bare.pid ?? 0, bareUrl, async () =>
            Array.from({ length: REQUESTS }, () => ({ target: TARGET })),
          ),
      },
      { warmUp: true },
    )
    return { overBare: atLeast(0.6, rates.signed, rates.bare), perCpuSecond: atLeast(900, rates.signed) }
  } finally {
    bare.disconnect()
    await copy.stop()
  }
}

type Sent = { target: string; headers?: Record<string, string | string[]> }

/** Pages for a second of its CPU, which is counted in hundredths of a second: over several bursts. */
async function rateOf(pid: number, url: string, burst: () => Promise<readonly Sent[]>): Promise<number> {
  let seconds = 0
  for (let sent = 0; sent < BURSTS; sent += 1) {
    const requests = await burst()
    const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
    const before = await cpuOf(pid)
    await Promise.all(requests.map((one) => get(url, agent, one)))
    seconds += (await cpuOf(pid)) - before
    agent.destroy()
  }
  return (BURSTS * REQUESTS) / seconds
}

async function get(url: string, agent: Agent, { target, headers = {} }: Sent): Promise<void> {
  const sent = request(new URL(target, url), { agent, headers }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of answer.setEncoding('utf8')) text += part as string
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${text.slice(0, 200)}`)
  const { items } = JSON.parse(text) as { items: unknown[] }
  if (items.length !== POSITIONS) throw new Error(`A page of ${items.length} positions.`)
}
