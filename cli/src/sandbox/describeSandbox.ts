import { CustodianKey } from '@connex/protocol'
import type { SandboxDescription } from './SandboxDescription.ts'
import type { ServerName } from './seed/people.ts'
import type { SandboxPlan } from './seed/plan.ts'
import type { SandboxWallet } from './seed/writeWallets.ts'

export function describeSandbox(
  { contracts, tenants }: SandboxPlan,
  wallets: readonly SandboxWallet[],
  { rpcUrl, chainId }: SandboxDescription['ledger'],
  serverUrls: Readonly<Record<ServerName, string>>,
): SandboxDescription {
  const manager = contracts.AccountRegistryManager
  const registrars = tenants.filter(({ kind }) => kind === 'registrar')
  return {
    servers: (['north', 'south'] as const).map((name) => ({
      name,
      url: serverUrls[name],
      tenants: tenants.filter(({ server }) => server === name).map((tenant) => tenant.name),
    })),
    wallets,
    ledger: { rpcUrl, chainId },
    contracts,
    custodians: registrars.map(({ name, address }) => ({
      key: CustodianKey.parse(`${manager}:${address}`),
      label: name,
    })),
  }
}
