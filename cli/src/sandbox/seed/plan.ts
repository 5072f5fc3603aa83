// What the seed knows of everybody: made from one secret of the sandbox, so that a later start finds the same keys.
import { createHmac } from 'node:crypto'
import type { Deployment, TenantAccess } from '@connex/contracts/deploy'
import { Address } from '@connex/protocol'
import { addressOfPrivateKey } from '@connex/sdk'
import type { SeedTenant, SeedUser, ServerName } from './people.ts'
import { TENANTS } from './people.ts'

export type PlannedUser = SeedUser & { address: Address; privateKey: `0x${string}` }
export type PlannedTenant = Omit<SeedTenant, 'users'> & { users: PlannedUser[] }

/** A tenant once it is on the ledger. */
export type SettledTenant = PlannedTenant & { address: Address; access: TenantAccess }

export type SandboxPlan = {
  contracts: Deployment['contracts']
  tenants: SettledTenant[]
  nodeKeys: Record<ServerName, `0x${string}`>
  /** The ledger's block in which all of this stands. */
  block: number
}

/** A private key of this sandbox alone. `keyFor(secret, 'Alpenbank/a.keller')` */
function keyFor(secret: Buffer, name: string): `0x${string}` {
  const key = createHmac('sha256', secret).update(`connex sandbox key: ${name}`).digest('hex')
  return `0x${key}`
}

export const addressOfKey = (key: `0x${string}`): Address =>
  Address.parse(addressOfPrivateKey(Buffer.from(key.slice(2), 'hex')))

/** Every tenant with its users' keys. */
export const plannedTenants = (secret: Buffer): PlannedTenant[] =>
  TENANTS.map((tenant) => ({
    ...tenant,
    users: tenant.users.map((user) => {
      const privateKey = keyFor(secret, `${tenant.name}/${user.name}`)
      return { ...user, privateKey, address: addressOfKey(privateKey) }
    }),
  }))

export const nodeKeys = (secret: Buffer): Record<ServerName, `0x${string}`> => ({
  north: keyFor(secret, 'node account north'),
  south: keyFor(secret, 'node account south'),
})

/** A tenant's first user: its administrator, with every right of its desk. */
export function firstUser(tenant: { name: string; users: PlannedUser[] }): PlannedUser {
  const [user] = tenant.users
  if (user === undefined) throw new Error(`${tenant.name} has no users`)
  return user
}
