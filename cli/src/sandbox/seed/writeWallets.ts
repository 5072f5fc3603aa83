import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createWalletFile } from '@connex/sdk'
import type { Address } from '@connex/protocol'
import type { ServerName } from './people.ts'
import type { PlannedTenant } from './plan.ts'

/** What sandbox.json says of one wallet file. */
export type SandboxWallet = {
  tenant: string
  user: string
  role: string
  file: string
  password: string
  address: Address
  server: ServerName
}

/** Printed at the start, and good for this sandbox's wallets alone. */
export const SANDBOX_PASSWORD = 'collateral-connex'

/** One version 3 file (scrypt 2^17) for each user, under `wallets/`: `alpenbank-a.keller.json`. */
export async function writeWallets(
  directory: string,
  tenants: readonly PlannedTenant[],
  onProgress: (done: number, all: number) => void,
): Promise<SandboxWallet[]> {
  const folder = join(directory, 'wallets')
  await mkdir(folder, { recursive: true })
  const wallets: SandboxWallet[] = []
  const all = tenants.reduce((sum, { users }) => sum + users.length, 0)
  for (const { name, server, users } of tenants)
    for (const user of users) {
      const file = join(folder, `${slug(name)}-${user.name}.json`)
      const text = await createWalletFile(Buffer.from(user.privateKey.slice(2), 'hex'), SANDBOX_PASSWORD)
      await writeFile(`${file}.new`, text, { mode: 0o600 })
      await rename(`${file}.new`, file)
      const { address, role } = user
      wallets.push({ tenant: name, user: user.name, role, file, password: SANDBOX_PASSWORD, address, server })
      onProgress(wallets.length, all)
    }
  return wallets
}

/** `slug('Rhône Capital')` → 'rhone-capital' */
const slug = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
