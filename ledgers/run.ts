// `npm run ledgers -- geth`: the promises on networks of real nodes, built from source where Go is on the machine. The last
// line counts; results.json has what was seen, with versions and dates.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startPlatformFixture } from '../testkit/src/fixtures/platform.ts'
import { buildGeth, startGeth } from './networks/geth.ts'
import type { Network } from './networks/network.ts'
import { openWorld, promises } from './networks/promises.ts'
import { writeReport } from './report.ts'
import type { Proved, Result } from './report.ts'

const GAS_PRICE = 1_000_000n
const file = join(import.meta.dirname, 'results.json')

/** Undefined where this machine lacks what it is built with. */
const networks: Record<string, () => Promise<Network | undefined>> = {
  geth: async () => {
    const binary = await buildGeth()
    return binary === undefined ? undefined : startGeth(binary)
  },
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => networks[name] === undefined)
if (names.length === 0 || unknown.length > 0) {
  console.error(`Name one or more of: ${Object.keys(networks).join(', ')}.`)
  process.exit(2)
}

const counts = { passed: 0, failed: 0, skipped: 0 }
for (const name of names) {
  const network = await networks[name]?.()
  if (network === undefined) {
    console.log(`- ${name}: skipped, this machine has no Go`)
    counts.skipped += promises.length
    continue
  }
  await record(name, await proveAndStop(network))
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed > 0 ? 1 : 0

async function proveAndStop(network: Network): Promise<Result> {
  try {
    return await prove(network)
  } finally {
    await network.stop()
  }
}

async function prove(network: Network): Promise<Result> {
  const started = performance.now()
  const { chainId, urls, wsUrls, rpc } = network
  const running = { rpcUrl: urls[0] ?? '', wsUrl: wsUrls[0] ?? '', chainId, rpc, stop: async () => undefined }
  const platform = await startPlatformFixture({
    ledger: { running, gasPrice: GAS_PRICE },
    environment: {
      LEDGER_RPC_URL: urls.slice(0, 2).join(),
      LEDGER_WS_URL: wsUrls.slice(0, 2).join(),
      GAS_PRICE: String(GAS_PRICE),
      CONFIRMATIONS: 'finalized',
    },
  })
  try {
    const version = await network.version()
    const deploymentSeconds = secondsSince(started)
    console.log(`${version}, platform after ${deploymentSeconds} s`)
    const world = await openWorld(network, platform)
    const proved: Proved[] = []
    for (const promise of promises) proved.push(await tryOut(promise.name, () => promise.prove(world)))
    return { version, date: new Date().toISOString().slice(0, 10), deploymentSeconds, promises: proved }
  } finally {
    await platform.close()
  }
}

async function tryOut(promise: string, work: () => Promise<void>): Promise<Proved> {
  const started = performance.now()
  const failure = await work().then(
    () => undefined,
    (error: unknown) => String(error),
  )
  const seconds = secondsSince(started)
  counts[failure === undefined ? 'passed' : 'failed'] += 1
  console.log(`${failure === undefined ? '✓' : '✗'} ${promise}, ${seconds} s ${failure ?? ''}`)
  const isHeld = failure === undefined
  return { promise, isHeld, seconds, ...(failure === undefined ? {} : { reason: failure }) }
}

async function record(name: string, result: Result): Promise<void> {
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Record<string, Result>
  const results = { ...before, [name]: result }
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
  await writeReport(results)
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 1000)
}
