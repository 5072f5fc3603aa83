// Three nodes of Geth in proof of stake, built from source: a real pool, real chain reorgs, a base fee.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { ask } from '../../testkit/src/ledger/anvil.ts'
import { DEPLOYER } from '../../testkit/src/ledger/testLedger.ts'
import { unusedPort, until } from '../../testkit/src/machine.ts'
import { startConsensus } from './consensus.ts'
import type { Network } from './network.ts'

const CHAIN_ID = 31337
const NODES = 3
const folder = join(import.meta.dirname, '../geth')
const binary = join(folder, '.built/geth')

/** Undefined without Go on this machine. The first call takes minutes. */
export async function buildGeth(): Promise<string | undefined> {
  if (existsSync(binary)) return binary
  if ((await run('go', ['version'], folder)) !== 0) return undefined
  await mkdir(join(folder, '.built'), { recursive: true })
  const target = 'github.com/ethereum/go-ethereum/cmd/geth'
  const code = await run('go', ['build', '-o', binary, target], folder, { CGO_ENABLED: '0' })
  if (code !== 0) throw new Error('Geth does not build.')
  return binary
}

type Ports = { rpc: number; ws: number; engine: number; p2p: number }
type Node = { ports: Ports; data: string; child: ChildProcess | undefined }

/** `const network = await startGeth(binary)` */
export async function startGeth(geth: string): Promise<Network> {
  const home = await mkdtemp(join(tmpdir(), 'connex-geth-'))
  const secret = randomBytes(32)
  await writeFile(join(home, 'jwt.hex'), secret.toString('hex'))
  await writeFile(join(home, 'genesis.json'), JSON.stringify(genesis()))
  const nodes: Node[] = []
  for (let index = 0; index < NODES; index++) nodes.push(await plan(geth, home, index))
  const urlOf = ({ ports }: Node): string => `http://127.0.0.1:${ports.rpc}`
  const start = async (node: Node): Promise<void> => {
    node.child = spawn(geth, optionsOf(node, home), { stdio: 'ignore' })
    await until('Geth', () => ask(urlOf(node), 'eth_chainId').catch(() => undefined))
  }
  await Promise.all(nodes.map(start))
  const [first, second] = nodes as [Node, Node]
  const connect = async (): Promise<void> => {
    const { enode } = (await ask(urlOf(second), 'admin_nodeInfo')) as { enode: string }
    await ask(urlOf(first), 'admin_addPeer', [enode])
  }
  await connect()
  const block = (await ask(urlOf(first), 'eth_getBlockByNumber', ['0x0', false])) as { hash: `0x${string}` }
  const consensus = startConsensus({
    urls: nodes.map(({ ports }) => `http://127.0.0.1:${ports.engine}`),
    secret,
    genesis: block.hash,
    blockMs: 1000,
  })
  return {
    consensus,
    chainId: CHAIN_ID,
    urls: nodes.map(urlOf),
    wsUrls: nodes.map(({ ports }) => `ws://127.0.0.1:${ports.ws}`),
    rpc: (method, ...params) => ask(urlOf(first), method, params),
    version: async () => String(await ask(urlOf(first), 'web3_clientVersion')),
    async kill(index) {
      consensus.cutOff(index)
      await end(nodes[index]?.child, 'SIGKILL')
    },
    async restart(index) {
      const node = nodes[index]
      if (node === undefined) return
      await start(node)
      await consensus.join(index)
      // Not while the other one is down.
      await connect().catch(() => undefined)
    },
    async stop() {
      await consensus.stop()
      await Promise.all(nodes.map(({ child }) => end(child, 'SIGTERM')))
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function plan(geth: string, home: string, index: number): Promise<Node> {
  const data = join(home, `node${index}`)
  const ports = {
    rpc: await unusedPort(),
    ws: await unusedPort(),
    engine: await unusedPort(),
    p2p: await unusedPort(),
  }
  const code = await run(geth, ['init', '--datadir', data, join(home, 'genesis.json')], home)
  if (code !== 0) throw new Error('Geth refuses the genesis.')
  return { ports, data, child: undefined }
}

const genesis = () => ({
  config: {
    chainId: CHAIN_ID,
    ...Object.fromEntries(BEFORE_THE_MERGE.map((fork) => [`${fork}Block`, 0])),
    terminalTotalDifficulty: 0,
    shanghaiTime: 0,
    cancunTime: 0,
    blobSchedule: { cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 } },
  },
  difficulty: '0x0',
  gasLimit: '0x3938700',
  baseFeePerGas: '0x3e8',
  timestamp: '0x0',
  alloc: { [privateKeyToAccount(DEPLOYER).address]: { balance: `0x${(10n ** 24n).toString(16)}` } },
})

const BEFORE_THE_MERGE = [
  'homestead',
  'eip150',
  'eip155',
  'eip158',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'berlin',
  'london',
]

const optionsOf = ({ ports, data }: Node, home: string): string[] =>
  [
    `--datadir=${data} --networkid=${CHAIN_ID} --nodiscover --port=${ports.p2p} --nat=none --maxpeers=4`,
    `--http --http.port=${ports.rpc} --http.api=eth,net,web3,txpool,admin --ws --ws.port=${ports.ws}`,
    `--authrpc.port=${ports.engine} --authrpc.jwtsecret=${join(home, 'jwt.hex')} --ipcdisable`,
    '--syncmode=full --gcmode=archive --history.transactions=0',
    '--miner.gasprice=1 --txpool.pricelimit=1 --miner.gaslimit=60000000 --miner.recommit=200ms',
  ].flatMap((options) => options.split(' '))

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** The exit code; undefined where the program is missing. */
function run(
  program: string,
  parameters: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<number | undefined> {
  const child = spawn(program, parameters, { cwd, stdio: 'ignore', env: { ...process.env, ...env } })
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
