// Three nodes of Geth in proof of stake, built from source.
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ask } from '../../testkit/src/ledger/anvil.ts'
import type { Network } from './network.ts'
import { run } from './processes.ts'
import { startProofOfStake } from './proofOfStake.ts'
import type { PosNode } from './proofOfStake.ts'

const folder = join(import.meta.dirname, '../geth')
const binary = join(folder, '.built/geth')

/** Undefined without Go on this machine. The first call takes minutes. `await buildGeth()` */
export async function buildGeth(): Promise<string | undefined> {
  if (existsSync(binary)) return binary
  if ((await run('go', ['version'], folder)) !== 0) return undefined
  await mkdir(join(folder, '.built'), { recursive: true })
  const target = 'github.com/ethereum/go-ethereum/cmd/geth'
  const code = await run('go', ['build', '-o', binary, target], folder, { CGO_ENABLED: '0' })
  if (code !== 0) throw new Error('Geth does not build.')
  return binary
}

/** `const network = await startGeth(binary)` */
export const startGeth = (geth: string): Promise<Network> =>
  startProofOfStake({
    name: 'Geth',
    numNodes: 3,
    confirmations: 'finalized',
    async initialize({ data }, home) {
      const code = await run(geth, ['init', '--datadir', data, join(home, 'genesis.json')], home)
      if (code !== 0) throw new Error('Geth refuses the genesis.')
    },
    commandOf: (node, home) => [geth, ...optionsOf(node, home)],
    async connect([first = '', second = '']) {
      const { enode } = (await ask(second, 'admin_nodeInfo')) as { enode: string }
      await ask(first, 'admin_addPeer', [enode])
    },
  })

const optionsOf = ({ ports, data }: PosNode, home: string): string[] =>
  [
    `--datadir=${data} --networkid=31337 --nodiscover --port=${ports.p2p} --nat=none --maxpeers=4`,
    `--http --http.port=${ports.rpc} --http.vhosts=* --http.api=eth,net,web3,txpool,admin --ws --ws.port=${ports.ws}`,
    `--authrpc.port=${ports.engine} --authrpc.jwtsecret=${join(home, 'jwt.hex')} --ipcdisable`,
    '--syncmode=full --gcmode=archive --history.transactions=0',
    '--miner.gasprice=1 --txpool.pricelimit=1 --miner.gaslimit=60000000 --miner.recommit=200ms',
  ].flatMap((options) => options.split(' '))
