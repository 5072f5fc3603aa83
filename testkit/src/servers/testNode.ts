// A server of its own for one test file, on the real ledger and a real database; every answer is checked.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address, ClientConfig, DEFAULT_FEES } from '@connex/protocol'
import { pino } from 'pino'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Config } from '../../../node/src/common/config.ts'
import type { Logger } from '../../../node/src/common/logger.ts'
import { startNode } from '../../../node/src/startNode.ts'
import type { RunningNode } from '../../../node/src/startNode.ts'
import { readCursor } from '../../../node/src/storage/projections/cursor.ts'
import { planTestDatabase } from '../database/testDatabase.ts'
import type { TestLedger } from '../ledger/testLedger.ts'
import { unusedPort, until } from '../machine.ts'

/** A server's configuration whose node account has its key in it. */
export type KeyedConfig = Config & { nodeKey: `0x${string}` }

/** A server that is planned but not started: its address and its node account are written on the ledger before. */
export type NodePlan = { config: KeyedConfig; url: string; nodeAccount: Address; remove: () => Promise<void> }

export async function planTestNode(
  { rpcUrl, wsUrl, chainId, deployment }: TestLedger,
  given: Partial<KeyedConfig> = {},
): Promise<NodePlan> {
  const port = await unusedPort()
  const folder = await mkdtemp(join(tmpdir(), 'connex-node-'))
  const { database, remove } = await planTestDatabase()
  const nodeKey = generatePrivateKey()
  const config: KeyedConfig = {
    host: '127.0.0.1',
    port,
    publicOrigins: [],
    clientOrigins: [],
    publicBasePath: '',
    database,
    documentsDir: join(folder, 'documents'),
    ledgerRpcUrls: [rpcUrl],
    ledgerWsUrls: [wsUrl],
    ledgerHeadersFile: undefined,
    ledgerPollMs: 50,
    ledgerWsPollMs: 1_000,
    chainId,
    platformManager: Address.parse(deployment.contracts.PlatformManager),
    startBlock: 0,
    nodeKey,
    nodeSigner: undefined,
    hostedTenants: [],
    webRoot: undefined,
    clientConfig: ClientConfig.parse({ apiUrl: '/', chainId }),
    allowPrivatePeers: true,
    peerNetworks: [],
    peerCa: undefined,
    peerProxy: undefined,
    logLevel: 'silent',
    apiVersions: [5, 6],
    metricsToken: undefined,
    metricsAddress: undefined,
    // Tests have one source.
    requestLimit: 0,
    callGasLimit: 16_000_000,
    fees: DEFAULT_FEES,
    confirmations: 0,
    finalityDepth: 10_000,
    trustedProxies: [],
    exitWithParent: false,
    ...given,
  }
  return {
    config,
    url: `http://127.0.0.1:${port}`,
    nodeAccount: Address.parse(privateKeyToAccount(nodeKey).address),
    async remove() {
      await remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const startTestNode = (
  { config }: NodePlan,
  given: Partial<Config> = {},
  log: Logger = pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
): Promise<RunningNode> => startNode({ ...config, ...given }, { log, checkResponses: true })

/** Until the server has read the ledger as far as it goes. */
export async function untilIndexed({ ledger }: TestLedger, { database }: RunningNode): Promise<void> {
  const head = Number(await ledger.client.getBlockNumber({ cacheTime: 0 }))
  await until(`block ${head}`, async () => ((await readCursor(database.kysely))?.block_number ?? 0) >= head)
}
