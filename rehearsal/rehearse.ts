// The rehearsal itself, in namespaces of its own: run.ts starts it. `node rehearse.ts FOLDER anvil|GETH [--quick]`
import { writeFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { privateKeyToAccount } from 'viem/accounts'
import { startStrictAnvil } from '../ledgers/networks/anvil.ts'
import { startGeth } from '../ledgers/networks/geth.ts'
import type { Network } from '../ledgers/networks/network.ts'
import { DEPLOYER } from '../testkit/src/ledger/testLedger.ts'
import { run } from '../tools/run.ts'
import { addresses, startConsortium } from './consortium.ts'
import { planDrills } from './drills.ts'
import { startNetworks } from './hosts.ts'
import { compareIndexes } from './indexes.ts'
import { openWalk } from './walk.ts'

const [folder = '', ledger = 'anvil', quick] = process.argv.slice(2)
const isQuick = quick === '--quick'
const page = join(import.meta.dirname, '../docs/going-live.md')

await seeAllHosts()
await startNetworks()
let passed = 0
let failed = 0
const network = ledger === 'anvil' ? await startStrictAnvil() : await startGeth(ledger)
const consortium = await startConsortium(folder, network)
const walk = await openWalk(consortium, page, (address) => fund(network, address))
for (const step of walk.steps)
  await judge(`${step.heading}, line ${step.blocks[0]?.line}`, () => walk.take(step))
for (const drill of planDrills({ consortium, walk, network }, isQuick ? 10 : 300))
  await judge(drill.name, drill.run)
await judge('every index equals one that begins today', () => compareIndexes(consortium, network))
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** After a failure nothing that follows could hold. The work may say what was seen. */
async function judge(name: string, work: () => Promise<string | void>): Promise<void> {
  if (failed > 0) return
  const started = performance.now()
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`
  try {
    const seen = await work()
    passed += 1
    console.log(`✓ ${name}, ${seconds()}${seen === undefined ? '' : `: ${seen}`}`)
  } catch (error) {
    failed += 1
    console.log(`✗ ${name}, ${seconds()}\n${(error as Error).message}`)
  }
}

/** This process resolves the names of the hosts too, and has a place for their namespaces. */
async function seeAllHosts(): Promise<void> {
  const names = join(folder, 'hosts')
  await writeFile(names, `127.0.0.1 localhost\n${addresses()}`)
  await mkdir('/run/netns', { recursive: true })
  for (const mount of [
    ['--bind', names, '/etc/hosts'],
    ['-t', 'tmpfs', 'none', '/run/netns'],
  ]) {
    const { code, output } = await run('mount', mount, { cwd: '/' })
    if (code !== 0) throw new Error(`mount ${mount.join(' ')}: ${output}`)
  }
}

/** Ten coins, of the ledger's first account. */
async function fund({ rpc, chainId }: Network, to: string): Promise<void> {
  const account = privateKeyToAccount(DEPLOYER)
  const raw = await account.signTransaction({
    chainId,
    type: 'legacy',
    nonce: Number(await rpc('eth_getTransactionCount', account.address, 'latest')),
    gasPrice: 2_000_000_000n,
    gas: 21_000n,
    to: to as `0x${string}`,
    value: 10n ** 19n,
  })
  const hash = await rpc('eth_sendRawTransaction', raw)
  while ((await rpc('eth_getTransactionReceipt', hash)) === null) await sleep(200)
}
