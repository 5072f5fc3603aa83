// The deployment, and the platform on it.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LedgerUnsuitableError, deploy } from '@connex/contracts/deploy'
import type { Deployment } from '@connex/contracts/deploy'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createDataDir } from '../../testkit/src/database/testDatabase.ts'
import { openRegistry, startPlatformFixture } from '../../testkit/src/fixtures/platform.ts'
import { DEPLOYER } from '../../testkit/src/ledger/testLedger.ts'
import type { Network } from '../networks/network.ts'
import type { Promised } from './promise.ts'
import { held } from './world.ts'
import type { World } from './world.ts'

const OPERATOR = { name: 'ConneX Platform', apiUrl: '', lei: '' }
const HOLDING = 1_000_000n

export const deployment: readonly Promised[] = [
  {
    name: 'the deployment names every obstacle before it pays for anything',
    async prove({ network }) {
      const stranger = generatePrivateKey()
      const { address } = privateKeyToAccount(stranger)
      const chainId = network.chainId + 1
      const obstacles = await obstaclesOf(network, { chainId, deployerKey: stranger })
      assert.equal(obstacles.length, 2)
      assert.equal(obstacles[0], `The ledger's chain id is ${network.chainId}, not ${chainId}.`)
      assert.match(
        obstacles[1] ?? '',
        new RegExp(`^${address} has 0 of the ledger's coins, and the deployment needs [\\d.]+\\.$`),
      )
      const { baseFeePerGas } = (await network.rpc('eth_getBlockByNumber', 'latest', false)) as {
        baseFeePerGas: string
      }
      if (Number(baseFeePerGas) > 0)
        assert.deepEqual(await obstaclesOf(network, { gasPrice: 0n }), [
          `The ledger's base fee is ${Number(baseFeePerGas)} wei, above the gas price of 0.`,
        ])
      assert.equal(await countSent(network), 0)
    },
  },
  {
    name: 'an interrupted deployment continues where it ended, and pays for nothing twice',
    async prove(world) {
      const { network } = world
      const folder = await mkdtemp(join(tmpdir(), 'connex-deployment-'))
      try {
        const record = join(folder, 'deployment.steps')
        const interrupted = new Error('The program ended.')
        const onProgress = (step: string): void => {
          if (step.startsWith('Deploying the instrument')) throw interrupted
        }
        await assert.rejects(deployOn(network, { record, onProgress }), interrupted)
        const before = await countSent(network)
        assert.ok(before > 0)
        world.deployment = await deployOn(network, { record })
        const after = await countSent(network)
        assert.ok(after > before)
        // Complete: it is only checked.
        assert.deepEqual(await deployOn(network, { record }), world.deployment)
        assert.equal(await countSent(network), after)
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  },
  {
    name: 'tenants join, an instrument is registered, and an investor has a holding',
    async prove(world) {
      await openPlatform(world)
      assert.deepEqual(await held(world, 'alpen'), [Number(HOLDING), 0])
      await world.network.begin?.()
    },
  },
]

type Given = Partial<Parameters<typeof deploy>[0]>

const deployOn = ({ chainId, urls, gasPrice }: Network, given: Given = {}): Promise<Deployment> =>
  deploy({
    chainId,
    // The second address: the first may be a proxy.
    rpcUrl: urls[1] ?? urls[0] ?? '',
    gasPrice,
    deployerKey: DEPLOYER,
    platform: { operator: OPERATOR },
    ...given,
  })

async function obstaclesOf(network: Network, given: Given): Promise<string[]> {
  const error: unknown = await deployOn(network, given).catch((reason: unknown) => reason)
  assert.ok(error instanceof LedgerUnsuitableError, String(error))
  return error.obstacles.map(({ sentence }) => sentence)
}

/** Of the deployer's. */
const countSent = async ({ rpc }: Network): Promise<number> =>
  Number(await rpc('eth_getTransactionCount', privateKeyToAccount(DEPLOYER).address, 'latest'))

async function openPlatform(world: World): Promise<void> {
  const { network, deployment: deployed } = world
  if (deployed === undefined) throw new Error('Nothing is deployed.')
  const { chainId, urls, wsUrls, rpc, gasPrice, confirmations } = network
  const running = { rpcUrl: urls[1] ?? urls[0] ?? '', wsUrl: '', chainId, rpc, stop: async () => undefined }
  const dataDir = await createDataDir()
  const platform = await startPlatformFixture({
    ledger: { running, gasPrice, deployed },
    environment: {
      DATA_DIR: dataDir,
      LEDGER_RPC_URL: urls.slice(0, 2).join(),
      ...(wsUrls.length === 0 ? {} : { LEDGER_WS_URL: wsUrls.slice(0, 2).join() }),
      GAS_PRICE: String(gasPrice),
      CONFIRMATIONS: confirmations,
      // Two hundred that wait for a slow block ask more often than one source may.
      REQUEST_LIMIT: '0',
    },
  })
  const bond = await openRegistry(platform, 'DE000A1EWWW0', HOLDING)
  const loan = await openRegistry(platform, 'US0378331005', HOLDING)
  world.opened = { platform, dataDir, bond, loan }
}
