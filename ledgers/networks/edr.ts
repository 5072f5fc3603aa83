// Hardhat's EDR: another EVM and another JSON-RPC than anvil's, in this very process.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import {
  ContractDecoder,
  EdrContext,
  GENERIC_CHAIN_TYPE,
  MineOrdering,
  genericChainProviderFactory,
  l1GenesisState,
  l1HardforkFromString,
} from '@nomicfoundation/edr'
import type { Provider, ProviderConfig } from '@nomicfoundation/edr'
import { hexToBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ask } from '../../testkit/src/ledger/anvil.ts'
import { DEPLOYER } from '../../testkit/src/ledger/testLedger.ts'
import type { Network } from './network.ts'
import { headOf } from './rpc.ts'
import { openSingleNode } from './singleNode.ts'

const CHAIN_ID = 31337
const BLOCK_GAS = 60_000_000n
const BLOCK_MS = 1000
const HARDFORK = 'cancun'
const PACKAGE = fileURLToPath(new URL('package.json', import.meta.resolve('@nomicfoundation/edr')))

/** `const network = await startEdr()`: a block for each transaction, and one every second. */
export async function startEdr(): Promise<Network> {
  const provider = await createProvider()
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => void answer(provider, text).then((data) => response.end(data)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const rpc = (method: string, ...params: unknown[]) => ask(rpcUrl, method, params)
  const mineAlone = async (isOn: boolean): Promise<void> => {
    await rpc('evm_setAutomine', isOn)
    await rpc('evm_setIntervalMining', isOn ? BLOCK_MS : 0)
  }
  const pause = () => mineAlone(false)
  // Those that `hardhat_mine` makes at once lack their parents' hashes: no index takes them for a chain.
  const mine = async (numBlocks: number): Promise<void> => {
    for (let count = 0; count < numBlocks; count++) await rpc('evm_mine')
  }
  const stop = async (): Promise<void> => {
    await pause()
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const network = await openSingleNode(
    { chainId: CHAIN_ID, rpcUrl, wsUrls: [], rpc, stop },
    {
      pause,
      resume: () => mineAlone(true),
      advance: mine,
      async losePool(hashes) {
        for (const hash of hashes) await rpc('hardhat_dropTransaction', hash)
      },
      async fork() {
        const number = await headOf(rpc)
        const snapshot = await rpc('evm_snapshot')
        return {
          async takeBack(raws) {
            await pause()
            const depth = (await headOf(rpc)) - number
            await rpc('evm_revert', snapshot)
            for (const raw of raws) await rpc('eth_sendRawTransaction', raw)
            await mine(depth + 1)
          },
        }
      },
    },
  )
  const { version } = JSON.parse(await readFile(PACKAGE, 'utf8')) as { version: string }
  return { ...network, version: async () => `@nomicfoundation/edr/${version}, ${await network.version()}` }
}

/** EDR wants parameters in every request; as Hardhat's own server does, this one adds them. */
async function answer(provider: Provider, text: string): Promise<string> {
  const request = { params: [], ...(JSON.parse(text) as object) }
  const { data } = (await provider.handleRequest(JSON.stringify(request))) as { data: unknown }
  return typeof data === 'string' ? data : JSON.stringify(data)
}

/** EDR wants only one in a process. */
const context = new EdrContext()

async function createProvider(): Promise<Provider> {
  await context.registerProviderFactory(GENERIC_CHAIN_TYPE, genericChainProviderFactory())
  return context.createProvider(
    GENERIC_CHAIN_TYPE,
    configuration(),
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => undefined },
    { subscriptionCallback: () => undefined },
    new ContractDecoder(),
  )
}

const configuration = (): ProviderConfig => ({
  allowBlocksWithSameTimestamp: false,
  allowUnlimitedContractSize: false,
  bailOnCallFailure: true,
  // As on a network: the pool takes it, and its block refuses it.
  bailOnTransactionFailure: false,
  chainId: BigInt(CHAIN_ID),
  networkId: BigInt(CHAIN_ID),
  coinbase: hexToBytes(`0x${'c0'.repeat(20)}`),
  defaultTransactionGasLimit: 16_000_000n,
  genesisState: [
    ...l1GenesisState(l1HardforkFromString(HARDFORK)),
    { address: hexToBytes(privateKeyToAccount(DEPLOYER).address), balance: 10n ** 24n },
  ],
  hardfork: HARDFORK,
  initialBaseFeePerGas: 1000n,
  initialParentBeaconBlockRoot: new Uint8Array(32),
  minGasPrice: 0n,
  mining: {
    autoMine: true,
    blockGasLimit: BLOCK_GAS,
    interval: BigInt(BLOCK_MS),
    memPool: { order: MineOrdering.Priority },
  },
  network: { genesisBlockGasLimit: BLOCK_GAS, genesisBlockTime: BigInt(Math.floor(Date.now() / 1000)) },
  observability: {},
  ownedAccounts: [],
  precompileOverrides: [],
})
