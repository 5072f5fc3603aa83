import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RunningLedger } from '../ledger/startLedger.ts'
import { launchProcess } from '../process/launchProcess.ts'
import { type Supervised, superviseProcess } from '../process/superviseProcess.ts'
import type { SandboxFiles, SandboxState } from './SandboxState.ts'
import type { ServerName } from './seed/tenants.ts'

export const serverNames: readonly ServerName[] = ['north', 'south']

export type ServersOptions = {
  readonly files: SandboxFiles
  readonly ledger: Pick<RunningLedger, 'rpcUrl' | 'wsUrl' | 'chainId'>
  readonly state: Pick<SandboxState, 'ports' | 'platformManager' | 'gasPrice' | 'hosted'>
  readonly onProgress: (sentence: string) => void
  readonly onLaunch: (pid: number) => void
}

/** Makes the servers' empty databases, a step of the first start that needs no ledger. */
export async function createDatabases(
  files: SandboxFiles,
  watcher: Pick<ServersOptions, 'onProgress' | 'onLaunch'>,
): Promise<void> {
  const making = await launchProcess({
    name: 'process that makes the databases',
    script: new URL('./databasesProcess.ts', import.meta.url),
    parameters: serverNames.map((name) => files.database(name)),
    logFile: files.log('databases'),
    ...watcher,
  })
  await making.exited
}

/** The tenant servers, each a process with its own database. If one fails to start, all stop. */
export async function startServers(options: ServersOptions): Promise<Supervised[]> {
  const { files, onProgress, onLaunch } = options
  if (!existsSync(webRoot)) onProgress('The web client is not built: the servers serve only their API')
  const starting = serverNames.map((name) =>
    superviseProcess({
      name: `server ${name}`,
      script: new URL(import.meta.resolve('@connex/node/main')),
      environment: environmentOf(name, options),
      logFile: files.log(name),
      onProgress,
      onLaunch,
    }),
  )
  const started = await Promise.allSettled(starting)
  const failure = started.find((result) => result.status === 'rejected')
  const servers = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  if (!failure) return servers
  await Promise.all(servers.map((server) => server.stop()))
  throw failure.reason
}

/** For the validator, in wei; within the gas price. */
const TIP = 1_000_000

function environmentOf(
  name: ServerName,
  { files, ledger, state }: ServersOptions,
): Readonly<Record<string, string>> {
  return {
    HOST: '127.0.0.1',
    PORT: String(state.ports[name]),
    DATA_DIR: files.database(name),
    LEDGER_RPC_URL: ledger.rpcUrl,
    LEDGER_WS_URL: ledger.wsUrl,
    // The ledger is this machine's own.
    LEDGER_POLL_MS: '50',
    LEDGER_WS_POLL_MS: '1000',
    CHAIN_ID: String(ledger.chainId),
    PLATFORM_MANAGER: state.platformManager,
    ...(state.gasPrice !== undefined && {
      GAS_PRICE: state.gasPrice,
      GAS_PRICE_TYPE: 'eip1559',
      GAS_TIP: String(TIP),
    }),
    NODE_KEY_FILE: files.nodeKey(name),
    HOSTED_TENANTS: state.hosted[name].join(','),
    CLIENT_CONFIG_FILE: files.clientConfig(name),
    ALLOW_PRIVATE_PEERS: 'true',
    ...(existsSync(webRoot) && { WEB_ROOT: webRoot }),
  }
}

/** The web client as `npm start` builds it; without it the servers serve only their API. */
const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url))
