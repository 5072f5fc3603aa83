// Four validators of cosmos/evm, built from source: CometBFT, whose blocks are final at once, and another pool again.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ask } from '../../testkit/src/ledger/anvil.ts'
import { DEPLOYER } from '../../testkit/src/ledger/testLedger.ts'
import { unusedPort, until } from '../../testkit/src/machine.ts'
import type { Hex, Network } from './network.ts'
import { end, launch, run } from './processes.ts'
import type { Running } from './processes.ts'
import { headOf, rpcOf, waitForBlocks } from './rpc.ts'

const CHAIN = 'local-4221'
/** Of the EVM: what `evmd testnet` sets. */
const CHAIN_ID = 262_144
const GAS_PRICE = 1_000_000n
const FUNDS = parseEther('100')
const folder = join(import.meta.dirname, '../evmd')
const binary = join(folder, '.built/evmd')
const output = promisify(execFile)

/** Undefined without Go and a C compiler on this machine. The first call takes a quarter of an hour. `await buildEvmd()` */
export async function buildEvmd(): Promise<string | undefined> {
  if (existsSync(binary)) return binary
  for (const needed of ['go', 'cc'])
    if ((await run(needed, [needed === 'go' ? 'version' : '--version'], folder)) !== 0) return undefined
  await mkdir(join(folder, '.built'), { recursive: true })
  const target = 'github.com/cosmos/evm/evmd/cmd/evmd'
  const code = await run('go', ['build', '-mod=mod', '-o', binary, target], folder, {
    CGO_ENABLED: '1',
  })
  if (code !== 0) throw new Error('evmd does not build.')
  return binary
}

type Ports = { rpc: number; ws: number; comet: number; p2p: number; metrics: number }
type Validator = { home: string; id: string; ports: Ports; child: Running }

/** `const network = await startEvmd(binary)` */
export async function startEvmd(evmd: string): Promise<Network> {
  const home = await mkdtemp(join(tmpdir(), 'connex-evmd-'))
  const validators = await plan(evmd, home)
  const urls = validators.map(({ ports }) => `http://127.0.0.1:${ports.rpc}`)
  const rpc = rpcOf(urls)
  const begin = (validator: Validator): void => {
    validator.child = launch(evmd, optionsOf(validator, validators))
  }
  const answers = (url = ''): Promise<unknown> =>
    until('evmd', async () => (await ask(url, 'eth_blockNumber').catch(() => '0x0')) !== '0x0')
  validators.forEach(begin)
  await Promise.all(urls.map(answers))
  await fund(evmd, validators[0]?.home ?? '', rpc)
  const [first, , ...others] = validators
  const [last] = others.slice(-1)
  // Without two of four, none of the others can decide on a block.
  const signal = (name: NodeJS.Signals): void => others.forEach(({ child }) => child?.kill(name))
  return {
    chainId: CHAIN_ID,
    urls,
    wsUrls: validators.map(({ ports }) => `ws://127.0.0.1:${ports.ws}`),
    rpc,
    version: async () =>
      `cosmos/evm ${await required('cosmos/evm')}, CometBFT ${await required('cometbft/cometbft')}`,
    gasPrice: GAS_PRICE,
    confirmations: '0',
    async pause() {
      signal('SIGSTOP')
      for (let head = -1; head !== (await headOf(rpc)); await sleep(2000)) head = await headOf(rpc)
    },
    resume: async () => signal('SIGCONT'),
    advance: (numBlocks) => waitForBlocks(rpc, numBlocks),
    async losePool() {
      await Promise.all(validators.map(({ child }) => end(child, 'SIGKILL')))
      validators.forEach(begin)
      await Promise.all(urls.map(answers))
      // Before its first block, a pool takes every transaction for one that exceeds the block's gas.
      await waitForBlocks(rpc, 2)
    },
    stopFirst: () => end(first?.child, 'SIGKILL'),
    async startFirst() {
      if (first !== undefined) begin(first)
      await answers(urls[0])
    },
    async cutOffLast() {
      last?.child?.kill('SIGSTOP')
      return { join: async () => void last?.child?.kill('SIGCONT') }
    },
    fork: { reason: 'A block of CometBFT is final at once: there are no chain reorgs.' },
    skipTime: { reason: 'The time is that of its validators’ own clocks.' },
    async stop() {
      await Promise.all(validators.map(({ child }) => end(child, 'SIGKILL')))
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** `web3_clientVersion` says "dev" of what go.mod pins. `await required('cosmos/evm')` */
async function required(module: string): Promise<string> {
  const text = await readFile(join(folder, 'go.mod'), 'utf8')
  return new RegExp(`github.com/${module} (\\S+)`).exec(text)?.[1] ?? ''
}

/** Folders and keys of four validators, whose ledger takes our transactions: a free market, and blocks large enough. */
async function plan(evmd: string, home: string): Promise<Validator[]> {
  const options =
    `testnet init-files --validator-count 4 --single-host --keyring-backend test --chain-id ${CHAIN} ` +
    `--commit-timeout 1s --minimum-gas-prices 0atest --output-dir ${home}`
  await output(evmd, options.split(' '))
  const validators: Validator[] = []
  for (let index = 0; index < 4; index++) {
    const own = join(home, `node${index}`, 'evmd')
    await editGenesis(join(own, 'config/genesis.json'))
    await editConfig(join(own, 'config/config.toml'))
    const { stdout } = await output(evmd, ['comet', 'show-node-id', '--home', own])
    validators.push({ home: own, id: stdout.trim(), ports: await planPorts(), child: undefined })
  }
  return validators
}

type Genesis = {
  consensus: { params: { block: { max_gas: string } } }
  app_state: { feemarket: { params: Record<string, unknown> } }
}

async function editGenesis(file: string): Promise<void> {
  const genesis = JSON.parse(await readFile(file, 'utf8')) as Genesis
  genesis.consensus.params.block.max_gas = '400000000'
  Object.assign(genesis.app_state.feemarket.params, {
    no_base_fee: true,
    // By default a transaction pays at least half of the gas that it asks for.
    min_gas_multiplier: '0.000000000000000000',
  })
  await writeFile(file, JSON.stringify(genesis))
}

/** The EVM has a pool of its own, for which `evmd testnet` leaves CometBFT's in place. */
async function editConfig(file: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('type = "flood"', 'type = "app"'))
}

const planPorts = async (): Promise<Ports> => ({
  rpc: await unusedPort(),
  ws: await unusedPort(),
  comet: await unusedPort(),
  p2p: await unusedPort(),
  metrics: await unusedPort(),
})

function optionsOf({ home, ports }: Validator, validators: readonly Validator[]): string[] {
  const peers = validators
    .filter((one) => one.home !== home)
    .map((one) => `${one.id}@127.0.0.1:${one.ports.p2p}`)
  return [
    `start --home ${home} --chain-id ${CHAIN} --log_level error --api.enable=false --grpc.enable=false`,
    `--p2p.laddr tcp://127.0.0.1:${ports.p2p} --p2p.persistent_peers ${peers.join()} --rpc.laddr tcp://127.0.0.1:${ports.comet}`,
    `--json-rpc.address 127.0.0.1:${ports.rpc} --json-rpc.ws-address 127.0.0.1:${ports.ws} --json-rpc.api eth,net,web3,txpool`,
    `--evm.geth-metrics-address 127.0.0.1:${ports.metrics}`,
    // More than 64 transactions of one account may wait.
    '--evm.mempool.account-slots 512 --evm.mempool.account-queue 512',
  ].flatMap((options) => options.split(' '))
}

/** The deployer's coins, from an account that the genesis has. */
async function fund(evmd: string, home: string, rpc: Network['rpc']): Promise<void> {
  const keys = ['keys', 'unsafe-export-eth-key', 'account0', '--home', home, '--keyring-backend', 'test']
  const { stdout } = await output(evmd, keys)
  const raw: Hex = await privateKeyToAccount(`0x${stdout.trim()}`).signTransaction({
    type: 'legacy',
    chainId: CHAIN_ID,
    nonce: 0,
    gas: 21_000n,
    gasPrice: GAS_PRICE,
    to: privateKeyToAccount(DEPLOYER).address,
    value: FUNDS,
  })
  const txHash = await rpc('eth_sendRawTransaction', raw)
  await until(
    'the deployer’s coins',
    async () => (await rpc('eth_getTransactionReceipt', txHash)) ?? undefined,
  )
}
