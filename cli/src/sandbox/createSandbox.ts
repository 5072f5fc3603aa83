import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { RunningLedger } from '../ledger/startLedger.ts'
import { writeFileAtomic } from '../process/files.ts'
import { describeSandbox } from './SandboxDescription.ts'
import type { SandboxFiles, SandboxPorts, SandboxState } from './SandboxState.ts'
import { plannedTenants, type SandboxPlan, type ServerName } from './seed/tenants.ts'
import { prepareLedger } from './seed/prepareLedger.ts'
import { plannedWallets, writeWallets } from './seed/wallets.ts'
import { serverNames } from './startServers.ts'

type CreateOptions = {
  readonly files: SandboxFiles
  readonly ports: SandboxPorts
  readonly ledger: Pick<RunningLedger, 'rpcUrl' | 'chainId'>
  readonly onProgress: (sentence: string) => void
}

type CreatedSandbox = {
  readonly plan: SandboxPlan
  readonly state: Omit<SandboxState, 'seededBlock'>
  /** Resolves when all wallet files are written, which takes as long as the rest of the start. */
  readonly wallets: Promise<void>
}

/** In wei: ten times the first base fee. Blocks are less than half full, so the base fee only falls from there. */
const gasPrice = 1_000_000_000n

/** The first account of anvil's genesis. Its key is public. */
const funderKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** The first start until the servers run: contracts, tenants and privileges on the ledger, and each server's configuration. */
export async function createSandbox({
  files,
  ports,
  ledger,
  onProgress,
}: CreateOptions): Promise<CreatedSandbox> {
  const secret = randomBytes(32)
  await writeFileAtomic(files.secret, secret.toString('hex'), 0o600)
  const { rpcUrl, chainId } = ledger
  const serverUrls = urlsOf(ports)
  const tenants = plannedTenants(secret)
  const walletFiles = plannedWallets(files.directory, tenants)
  const wallets = writeWallets(walletFiles, tenants)
  // Awaited at the end; a start that fails earlier reports its own error.
  wallets.catch(() => {})
  const plan = await prepareLedger({ rpcUrl, chainId, gasPrice, secret, serverUrls, funderKey, onProgress })
  const description = describeSandbox(plan, walletFiles, ledger, serverUrls)
  for (const name of serverNames) await configureServer(files, name, plan, description.custodians, chainId)
  const hosted = { north: hostedBy(plan, 'north'), south: hostedBy(plan, 'south') }
  const platformManager = plan.contracts.PlatformManager
  const state = { version: 1, ports, chainId, platformManager, gasPrice: String(gasPrice), hosted } as const
  return { plan, wallets, state: { ...state, description } }
}

export function urlsOf(ports: SandboxPorts): Record<ServerName, string> {
  return { north: `http://127.0.0.1:${ports.north}`, south: `http://127.0.0.1:${ports.south}` }
}

function hostedBy({ tenants }: SandboxPlan, name: ServerName): string[] {
  return tenants.filter(({ server }) => server === name).map(({ address }) => address)
}

async function configureServer(
  files: SandboxFiles,
  name: ServerName,
  plan: SandboxPlan,
  custodians: SandboxState['description']['custodians'],
  chainId: number,
): Promise<void> {
  await mkdir(dirname(files.nodeKey(name)), { recursive: true })
  await writeFileAtomic(files.nodeKey(name), plan.nodeKeys[name], 0o600)
  const config = {
    // The server that served the page, under any host name.
    apiUrl: '/',
    chainId,
    custodians: custodians.map(({ key }) => key).join(','),
    custodianLabels: custodians.map(({ label }) => label).join(','),
    helpUrl: '/help.html',
  }
  await writeFileAtomic(files.clientConfig(name), JSON.stringify(config, undefined, 2))
}
