// `npm run ledgers -- anvil edr ethereumjs geth evmd`: all promises on the ledgers that are named. What it needs it installs, or
// builds from source where Go is on the machine. The last line counts; results.json has what was seen, with versions and dates.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startStrictAnvil } from './networks/anvil.ts'
import { startEdr } from './networks/edr.ts'
import { startEthereumjs } from './networks/ethereumjs.ts'
import { buildEvmd, startEvmd } from './networks/evmd.ts'
import { buildGeth, startGeth } from './networks/geth.ts'
import type { Network } from './networks/network.ts'
import { promises } from './promises/promises.ts'
import { prove } from './promises/prove.ts'
import type { Proved } from './promises/prove.ts'
import { writeReport } from './report.ts'
import type { Result, Results } from './report.ts'

const file = join(import.meta.dirname, 'results.json')

/** Undefined where this machine lacks what it is built with. */
const networks: Record<string, () => Promise<Network | undefined>> = {
  anvil: () => startStrictAnvil(),
  edr: startEdr,
  ethereumjs: startEthereumjs,
  geth: async () => {
    const binary = await buildGeth()
    return binary === undefined ? undefined : startGeth(binary)
  },
  evmd: async () => {
    const binary = await buildEvmd()
    return binary === undefined ? undefined : startEvmd(binary)
  },
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => networks[name] === undefined)
if (names.length === 0 || unknown.length > 0) {
  console.error(`Name one or more of: ${Object.keys(networks).join(', ')}.`)
  process.exit(2)
}

const marks = { held: '✓', broken: '✗', cannot: '-' } as const
const counts = { held: 0, broken: 0, cannot: 0 }
for (const name of names) {
  const network = await networks[name]?.()
  if (network === undefined) {
    console.log(`- ${name}: skipped, this machine lacks Go or a C compiler`)
    counts.cannot += promises.length
    continue
  }
  await record(name, await proveAndStop(network))
}
console.log(`${counts.held} passed, ${counts.broken} failed, ${counts.cannot} skipped`)
process.exitCode = counts.broken > 0 ? 1 : 0

async function proveAndStop(network: Network): Promise<Result> {
  try {
    const version = await network.version()
    console.log(version)
    const proved = await prove(network, promises, show)
    return { version, date: new Date().toISOString().slice(0, 10), promises: proved }
  } finally {
    await network.stop()
  }
}

function show({ promise, outcome, seconds, reason = '' }: Proved): void {
  counts[outcome] += 1
  console.log(`${marks[outcome]} ${promise}, ${seconds} s ${reason}`)
}

async function record(name: string, result: Result): Promise<void> {
  const before = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Results
  const results = { ...before, [name]: result }
  await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
  await writeReport(results)
}
