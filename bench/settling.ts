// Deliveries settled a second, end to end: from the first signed request until the index says that the last is settled.
import { until } from '../node/src/testing/until.ts'
import { atLeast } from './Gate.ts'
import type { Gate } from './Gate.ts'
import { cpuOf } from './cpuOf.ts'
import { settleDeliveries } from './market/settleDeliveries.ts'
import type { Market } from './market/startMarket.ts'
import { median } from './median.ts'

const ROUNDS = 3
const COUNT = 1_000
const IN_FLIGHT = 300

export type Settling = {
  deliveriesSettledPerSecond: Gate
  cpuMsPerDelivery: { server: number; ledgerAndDatabase: number; clients: number }
}

export async function settling(market: Market): Promise<Settling> {
  const { ledger, database } = market
  await ledger.rpc('evm_setAutomine', false)
  await ledger.rpc('evm_setIntervalMining', 1)
  const rates: number[] = []
  const before = await cpuSeconds(market)
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = Date.now()
    const ids = await settleDeliveries(market, { count: COUNT, inFlight: IN_FLIGHT })
    const settled = database.kysely
      .selectFrom('deliveries')
      .select('delivery_id')
      .where('to_block', 'is', null)
      .where('state', '=', 'SETTLED')
      .where('delivery_id', 'in', ids)
    await until(
      'all deliveries to be settled',
      async () => (await settled.execute()).length === COUNT,
      120_000,
    )
    rates.push((COUNT * 1000) / (Date.now() - began))
  }
  const after = await cpuSeconds(market)
  const cost = (name: keyof typeof after) =>
    Number((((after[name] - before[name]) * 1000) / (ROUNDS * COUNT)).toPrecision(3))
  return {
    deliveriesSettledPerSecond: atLeast(80, median(rates)),
    cpuMsPerDelivery: {
      server: cost('server'),
      ledgerAndDatabase: cost('ledgerAndDatabase'),
      clients: cost('clients'),
    },
  }
}

/** The clients are this process; the ledger and the database are its children, as the server is. */
async function cpuSeconds({ node }: Market): Promise<Settling['cpuMsPerDelivery']> {
  const server = await cpuOf(node.pid)
  const { user, system } = process.cpuUsage()
  const clients = (user + system) / 1e6
  return { server, clients, ledgerAndDatabase: (await cpuOf(process.pid)) - server - clients }
}
