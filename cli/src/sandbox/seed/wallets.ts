import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Address } from '@connex/protocol'
import type { PlannedTenant, ServerName } from './tenants.ts'

/** A wallet file in sandbox.json. */
export type SandboxWallet = {
  tenant: string
  user: string
  role: string
  file: string
  password: string
  address: Address
  server: ServerName
}

/** For the sandbox's wallets only; printed at the start. */
const SANDBOX_PASSWORD = 'collateral-connex'

/** A version 3 file for each user, under `wallets/`: `alpenbank-a.keller.json`. */
export const plannedWallets = (directory: string, tenants: readonly PlannedTenant[]): SandboxWallet[] =>
  tenants.flatMap(({ name: tenant, server, users }) =>
    users.map(({ name: user, role, address }) => {
      const file = join(directory, 'wallets', `${slug(tenant)}-${user}.json`)
      return { tenant, user, role, file, password: SANDBOX_PASSWORD, address, server }
    }),
  )

/** `slug('Rhône Capital')` → 'rhone-capital' */
const slug = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')

export type WalletToWrite = { file: string; password: string; privateKey: `0x${string}` }

/** Encrypts and writes the files in a worker thread: scrypt 2^17 takes about half a second each. */
export function writeWallets(
  wallets: readonly SandboxWallet[],
  tenants: readonly PlannedTenant[],
): Promise<void> {
  const keys = new Map(tenants.flatMap(({ users }) => users.map((user) => [user.address, user.privateKey])))
  const workerData: WalletToWrite[] = wallets.flatMap(({ file, password, address }) => {
    const privateKey = keys.get(address)
    return privateKey === undefined ? [] : [{ file, password, privateKey }]
  })
  const worker = new Worker(new URL('./walletWorker.ts', import.meta.url), { workerData })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the wallet worker exited with ${code}`)),
    )
  })
}
