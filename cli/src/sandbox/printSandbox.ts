import { relative } from 'node:path'
import type { SandboxDescription } from './SandboxDescription.ts'

/** What a person needs to know once everything runs. */
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
    '  Ctrl-C stops everything; the next start goes on from here. npm start -- --reset begins anew.',
    '',
  ].join('\n')
}
