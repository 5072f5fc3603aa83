// Two nodes of the client of ethereumjs in proof of stake: another EVM, JSON-RPC and pool again, from npm.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ask } from '../../testkit/src/ledger/anvil.ts'
import type { Network } from './network.ts'
import { run } from './processes.ts'
import { startProofOfStake } from './proofOfStake.ts'
import type { PosNode } from './proofOfStake.ts'

const folder = join(import.meta.dirname, '../packages')
const script = join(folder, 'node_modules/@ethereumjs/client/dist/esm/bin/cli.js')
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

/** Installs it by npm where it is not there yet: half a minute. */
async function installEthereumjs(): Promise<void> {
  if (existsSync(script)) return
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if ((await run(npm, options, folder)) !== 0)
    throw new Error('npm does not install the client of ethereumjs.')
}

/** `const network = await startEthereumjs()` */
export async function startEthereumjs(): Promise<Network> {
  await installEthereumjs()
  let bootnode = ''
  return startProofOfStake({
    name: 'the client of ethereumjs',
    numNodes: 2,
    confirmations: '16',
    async started({ index }, url) {
      if (index > 0) return
      const { enode } = (await ask(url, 'admin_nodeInfo')) as { enode: string }
      bootnode = enode
    },
    commandOf: (node, home) => [
      process.execPath,
      script,
      ...optionsOf(node, home),
      ...(node.index === 0 ? [] : [`--bootnodes=${bootnode}`]),
    ],
  })
}

const optionsOf = ({ ports, data }: PosNode, home: string): string[] =>
  [
    `--gethGenesis=${join(home, 'genesis.json')} --dataDir=${data} --logLevel=error`,
    `--rpc --rpcAddr=127.0.0.1 --rpcPort=${ports.rpc} --ws --wsAddr=127.0.0.1 --wsPort=${ports.ws}`,
    `--port=${ports.p2p} --extIP=127.0.0.1`,
    `--rpcEngine --rpcEnginePort=${ports.engine} --wsEnginePort=${ports.engineWs} --rpcEngineAuth=true`,
    `--jwtSecret=${join(home, 'jwt.hex')} --discDns=false --discV4=false --isSingleNode=true`,
  ].flatMap((options) => options.split(' '))
