// Execution clients of Ethereum under a consensus of our own: nodes that share their pools, a base fee, real chain reorgs.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ZERO_ADDRESS, ZERO_BYTES32 } from '@connex/protocol'
import { privateKeyToAccount } from 'viem/accounts'
import { ask } from '../../testkit/src/ledger/anvil.ts'
import { DEPLOYER } from '../../testkit/src/ledger/testLedger.ts'
import { unusedPort, until } from '../../testkit/src/machine.ts'
import { startConsensus } from './consensus.ts'
import type { Consensus } from './consensus.ts'
import type { Hex, Network } from './network.ts'
import { end, launch } from './processes.ts'
import type { Running } from './processes.ts'
import { headOf, rpcOf, waitForBlocks } from './rpc.ts'

const CHAIN_ID = 31337
const GAS_PRICE = 1_000_000n
const BLOCK_MS = 1000

export type Ports = { rpc: number; ws: number; engine: number; engineWs: number; p2p: number }
export type PosNode = { index: number; ports: Ports; data: string; child: Running }

export type ExecutionClient = {
  name: string
  numNodes: number
  /** Before a node's first start. */
  initialize?: (node: PosNode, home: string) => Promise<void>
  /** After every start. */
  started?: (node: PosNode, url: string) => Promise<void>
  /** Program and parameters. In `home` are genesis.json and jwt.hex. */
  commandOf: (node: PosNode, home: string) => readonly [program: string, ...parameters: string[]]
  /** Makes the first two nodes share their pools. */
  connect?: (urls: readonly string[]) => Promise<void>
  /** Below the head, or `finalized`. */
  confirmations: string
}

/** `const network = await startProofOfStake(geth)` */
export async function startProofOfStake(client: ExecutionClient): Promise<Network> {
  const home = await mkdtemp(join(tmpdir(), 'connex-ledger-'))
  const secret = randomBytes(32)
  await writeFile(join(home, 'jwt.hex'), secret.toString('hex'))
  await writeFile(join(home, 'genesis.json'), JSON.stringify(genesis()))
  const nodes: PosNode[] = []
  for (let index = 0; index < client.numNodes; index++) nodes.push(await plan(home, index))
  const urls = nodes.map(({ ports }) => `http://127.0.0.1:${ports.rpc}`)
  const start = async (node: PosNode): Promise<void> => {
    const [program, ...parameters] = client.commandOf(node, home)
    node.child = launch(program, parameters)
    const url = urls[node.index] ?? ''
    await until(client.name, () => ask(url, 'eth_chainId').catch(() => undefined))
    await client.started?.(node, url)
  }
  for (const node of nodes) {
    await client.initialize?.(node, home)
    await start(node)
  }
  // Not while one of them is down.
  const connect = (): Promise<void> => client.connect?.(urls).catch(() => undefined) ?? Promise.resolve()
  await connect()
  const block = (await ask(urls[0] ?? '', 'eth_getBlockByNumber', ['0x0', false])) as { hash: Hex }
  const consensus = startConsensus({
    urls: nodes.map(({ ports }) => `http://127.0.0.1:${ports.engine}`),
    secret,
    genesis: block.hash,
    blockMs: BLOCK_MS,
  })
  const restart = async (node: PosNode | undefined): Promise<void> => {
    if (node === undefined) return
    await start(node)
    await consensus.join(node.index)
    await connect()
  }
  const kill = async (node: PosNode | undefined): Promise<void> => {
    consensus.cutOff(node?.index ?? 0)
    await end(node?.child, 'SIGKILL')
  }
  return {
    ...operate(consensus, urls),
    wsUrls: nodes.map(({ ports }) => `ws://127.0.0.1:${ports.ws}`),
    confirmations: client.confirmations,
    async losePool() {
      for (const node of nodes.slice(0, 2)) await kill(node)
      for (const node of nodes.slice(0, 2)) await restart(node)
    },
    stopFirst: () => kill(nodes[0]),
    startFirst: () => restart(nodes[0]),
    async stop() {
      await consensus.stop()
      await Promise.all(nodes.map(({ child }) => end(child, 'SIGTERM')))
      await rm(home, { recursive: true, force: true })
    },
  }
}

type Operated = Omit<Network, 'wsUrls' | 'confirmations' | 'losePool' | 'stopFirst' | 'startFirst' | 'stop'>

/** What the consensus alone decides. */
function operate(consensus: Consensus, urls: readonly string[]): Operated {
  const last = urls.length - 1
  const rpc = rpcOf(urls)
  return {
    chainId: CHAIN_ID,
    urls,
    rpc,
    version: async () => String(await rpc('web3_clientVersion')),
    gasPrice: GAS_PRICE,
    pause: consensus.pause,
    resume: async () => consensus.resume(),
    advance: (numBlocks) => waitForBlocks(rpc, numBlocks),
    async cutOffLast() {
      consensus.cutOff(last)
      return { join: () => consensus.join(last) }
    },
    async fork() {
      consensus.cutOff(last)
      return {
        async takeBack(raws) {
          await consensus.pause()
          for (const raw of raws) await ask(urls[last] ?? '', 'eth_sendRawTransaction', [raw])
          await consensus.overtake(last)
          await until('the chain reorg', async () => (await headOf(rpc)) === consensus.head().number)
        },
      }
    },
    skipTime: async (seconds) => consensus.skip(seconds),
  }
}

async function plan(home: string, index: number): Promise<PosNode> {
  const ports = {
    rpc: await unusedPort(),
    ws: await unusedPort(),
    engine: await unusedPort(),
    engineWs: await unusedPort(),
    p2p: await unusedPort(),
  }
  return { index, ports, data: join(home, `node${index}`), child: undefined }
}

const genesis = () => ({
  config: {
    chainId: CHAIN_ID,
    ...Object.fromEntries(BEFORE_THE_MERGE.map((fork) => [`${fork}Block`, 0])),
    terminalTotalDifficulty: 0,
    terminalTotalDifficultyPassed: true,
    shanghaiTime: 0,
    cancunTime: 0,
    blobSchedule: { cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 } },
  },
  nonce: '0x0',
  mixHash: ZERO_BYTES32,
  parentHash: ZERO_BYTES32,
  coinbase: ZERO_ADDRESS,
  extraData: '0x',
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
