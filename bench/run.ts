// `npm run bench`: what things cost, measured here and now. The result is committed, so that a change of it
// shows in a diff; rates are of the machine named with them. Names behind it pick single ones: `npm run bench pages`.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { besideEthers } from './ethers.ts'
import { catchingUp } from './catchingUp.ts'
import { clientBytes } from './clientBytes.ts'
import { desk, openDeals } from './desk.ts'
import { gas } from './gas.ts'
import { installPeers } from './ponder.ts'
import { fillLedger } from './market/deliveries.ts'
import { startBenchFixture } from './market/fixture.ts'
import type { BenchFixture } from './market/fixture.ts'
import { pages } from './pages.ts'
import { settling } from './settling.ts'
import { signatures } from './signatures.ts'
import { signedPages } from './signedPages.ts'
import { streamDelay } from './streamDelay.ts'

const REAL_DELIVERIES = 2_000

const alone = {
  clientGzipBytes: clientBytes,
  gasThousands: gas,
  requestsPerCpuSecond: signatures,
  besideEthers,
  desk,
  openDeals,
}
/** In this order, each on a market of its own. */
const onFixture: Readonly<Record<string, (market: BenchFixture) => Promise<unknown>>> = {
  streamDelayMs: streamDelay,
  settling,
  catchingUp: async (market) => {
    await installPeers()
    await fillLedger(market, REAL_DELIVERIES)
    return catchingUp(market)
  },
  signedPages,
  pages: async (market) => {
    await fillLedger(market, REAL_DELIVERIES)
    return pages(market)
  },
}

const file = join(import.meta.dirname, 'results.json')
const known = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>
const results = { ...known, machine: { cpu: cpus()[0]?.model.trim() ?? 'unknown', node: process.version } }
const named = process.argv.slice(2)
const isSelected = (name: string) => named.length === 0 || named.includes(name)

/** Written after each, so that a failure of one loses none of the others. */
async function note(name: string, measure: () => Promise<unknown>): Promise<void> {
  console.log(`${name} …`)
  Object.assign(results, { [name]: await measure() })
  console.log(JSON.stringify({ [name]: results[name as keyof typeof results] }, null, 2))
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
}

for (const [name, measure] of Object.entries(alone)) if (isSelected(name)) await note(name, measure)
for (const [name, measure] of Object.entries(onFixture))
  if (isSelected(name)) {
    const market = await startBenchFixture()
    try {
      await note(name, () => measure(market))
    } finally {
      await market.stop()
    }
  }
