// Deliveries settled a second, end to end: from a party's first signed request until the index says that it is settled. What
// counts is the steady state, between the time when as many have settled as are on their way at a time, and the end of the
// last window; then nothing new is begun, and all that was begun has to settle.
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../testkit/src/machine.ts'
import { atLeast, cpuOf, median } from './measure.ts'
import type { Gate } from './measure.ts'
import { settleDeliveries } from './market/deliveries.ts'
import type { BenchFixture } from './market/fixture.ts'

const WINDOWS = 3
const WINDOW_MS = 15_000
const IN_FLIGHT = 600

export type Throughput = {
  deliveriesSettledPerSecond: Gate
  cpuMsPerDelivery: { server: number; ledgerAndDatabase: number; clients: number }
}

export async function settling(market: BenchFixture): Promise<Throughput> {
  const { ledger } = market
  await ledger.rpc('evm_setAutomine', false)
  await ledger.rpc('evm_setIntervalMining', 1)
  const before = await countSettled(market)
  const ending = new AbortController()
  const begun = settleDeliveries(market, { inFlight: IN_FLIGHT, signal: ending.signal })
  const isWarm = async () => (await countSettled(market)) >= before + IN_FLIGHT
  await Promise.race([begun, until('the first to be settled', isWarm, 120_000)])

  const rates: number[] = []
  const start = { cpu: await cpuSeconds(market), settled: await countSettled(market) }
  for (let window = 0; window < WINDOWS; window += 1) {
    const from = { at: Date.now(), settled: await countSettled(market) }
    await sleep(WINDOW_MS)
    rates.push((((await countSettled(market)) - from.settled) * 1000) / (Date.now() - from.at))
  }
  const end = { cpu: await cpuSeconds(market), settled: await countSettled(market) }
  ending.abort()
  const numBegun = await begun
  await until('all to be settled', async () => (await countSettled(market)) === before + numBegun, 120_000)

  const cost = (name: keyof typeof end.cpu) =>
    Number((((end.cpu[name] - start.cpu[name]) * 1000) / (end.settled - start.settled)).toPrecision(3))
  return {
    deliveriesSettledPerSecond: atLeast(80, median(rates)),
    cpuMsPerDelivery: {
      server: cost('server'),
      ledgerAndDatabase: cost('ledgerAndDatabase'),
      clients: cost('clients'),
    },
  }
}

/** By the index. */
async function countSettled({ database }: BenchFixture): Promise<number> {
  const { count } = await database.kysely
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('to_block', 'is', null)
    .where('state', '=', 'SETTLED')
    .executeTakeFirstOrThrow()
  return count
}

/** The clients are this process; the ledger and the database are its children, as the server is. */
async function cpuSeconds({ node }: BenchFixture): Promise<Throughput['cpuMsPerDelivery']> {
  const server = await cpuOf(node.pid)
  const { user, system } = process.cpuUsage()
  const clients = (user + system) / 1e6
  return { server, clients, ledgerAndDatabase: (await cpuOf(process.pid)) - server - clients }
}
