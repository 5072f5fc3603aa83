import { relative } from 'node:path'
import { CustodianKey } from '@connex/protocol'
import type { SandboxPlan, ServerName } from './seed/tenants.ts'
import type { SandboxWallet } from './seed/wallets.ts'

/** The content of `.connex/sandbox.json` and of `--json`; other programs rely on it. */
export type SandboxDescription = {
  readonly servers: readonly {
    readonly name: string
    readonly url: string
    /** The names of the tenants that it hosts. */
    readonly tenants: readonly string[]
  }[]
  readonly wallets: readonly SandboxWallet[]
  readonly ledger: { readonly rpcUrl: string; readonly chainId: number }
  /** Address by contract name. */
  readonly contracts: Readonly<Record<string, string>>
  /** `manager:registrar`, and the registrar's name. */
  readonly custodians: readonly { readonly key: string; readonly label: string }[]
}

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

/** The description as text, once everything runs. */
export function printSandbox(description: SandboxDescription, seconds: number): string {
  const { servers, ledger, wallets, custodians } = description
  const width = Math.max(...wallets.map(({ user }) => user.length))
  const rows = wallets.map(
    ({ user, tenant, role, file }) =>
      `    ${user.padEnd(width)}  ${relative('.', file)}   ${tenant}${role === 'investor' ? '' : ` (${role})`}`,
  )
  return [
    '',
    `  The sandbox is ready (${seconds.toFixed(1)} s).`,
    '',
    ...servers.map(({ name, url, tenants }) => `  ${name.padEnd(7)} ${url}   ${tenants.join(', ')}`),
    `  ledger  ${ledger.rpcUrl}   chain id ${ledger.chainId}`,
    '',
    `  Custodians: ${custodians.map(({ label }) => label).join(', ')}`,
    '',
    `  Wallet files, password ${wallets[0]?.password ?? ''}:`,
    ...rows,
    '',
    '  Ctrl-C stops everything; the next start resumes. npm start -- --reset starts from scratch.',
    '',
  ].join('\n')
}
