// The sandbox's tenants, their servers and users, all invented.
import { createHmac } from 'node:crypto'
import type { Deployment, TenantAccess } from '@connex/contracts/deploy'
import { Address, leiCheckDigits } from '@connex/protocol'
import type { PrivilegeName } from '@connex/protocol'
import { addressOfPrivateKey } from '@connex/sdk'
import { USER_PRIVILEGES } from '../../directory/roles.ts'
import type { Role } from '../../directory/roles.ts'

export type ServerName = 'north' | 'south'
export type TenantKind = 'operator' | 'issuer' | 'registrar' | 'investor' | 'adviser'

export type SeedUser = {
  name: string
  /** The user's role in sandbox.json. */
  role:
    'operator' | 'issuer' | 'registrar' | 'investor' | 'not-investor' | 'read-only' | 'inactive' | 'locked'
  rights: 'all' | 'read-only'
  status: 'ACTIVE' | 'INACTIVE' | 'LOCKED'
}

export type SeedTenant = {
  name: string
  kind: TenantKind
  server: ServerName
  lei: string
  users: SeedUser[]
}

const PLATFORM_NAME = 'ConneX Platform'

/** From its first eighteen characters. */
const lei = (body: string): string => body + leiCheckDigits(body)

const active = (name: string, role: SeedUser['role']): SeedUser => ({
  name,
  role,
  rights: 'all',
  status: 'ACTIVE',
})

export const TENANTS: readonly SeedTenant[] = [
  {
    name: PLATFORM_NAME,
    kind: 'operator',
    server: 'north',
    lei: lei('529900CONNEXPLATF0'),
    users: [active('o.berg', 'operator')],
  },
  {
    name: 'Hanseatic Issuance',
    kind: 'issuer',
    server: 'north',
    lei: lei('529900HANSEATICIS0'),
    users: [active('h.petersen', 'issuer')],
  },
  {
    name: 'Meridian Registrars',
    kind: 'registrar',
    server: 'north',
    lei: lei('529900MERIDIANRE00'),
    users: [active('m.okafor', 'registrar')],
  },
  {
    name: 'Nordhafen Custody',
    kind: 'registrar',
    server: 'south',
    lei: lei('529900NORDHAFENC00'),
    users: [active('n.lindqvist', 'registrar')],
  },
  {
    name: 'Alpenbank',
    kind: 'investor',
    server: 'north',
    lei: lei('529900ALPENBANK000'),
    users: [
      active('a.keller', 'investor'),
      active('b.moser', 'investor'),
      { name: 'r.lesser', role: 'read-only', rights: 'read-only', status: 'ACTIVE' },
      { name: 'i.ruhe', role: 'inactive', rights: 'all', status: 'INACTIVE' },
      { name: 'l.riegel', role: 'locked', rights: 'all', status: 'LOCKED' },
    ],
  },
  {
    name: 'Baltic Trust Bank',
    kind: 'investor',
    server: 'south',
    lei: lei('529900BALTICTRUST0'),
    users: [active('k.tamm', 'investor'), active('e.saar', 'investor')],
  },
  {
    name: 'Rhône Capital',
    kind: 'investor',
    server: 'north',
    lei: lei('529900RHONECAPITA0'),
    users: [active('c.dubois', 'investor'), active('p.marchand', 'investor')],
  },
  {
    name: 'Fjord Advisory',
    kind: 'adviser',
    server: 'south',
    lei: lei('529900FJORDADVISO0'),
    users: [active('f.holm', 'not-investor')],
  },
]

/** What a tenant is allowed to do, and its users; the adviser's users are investors of a tenant that is none. */
export function rolesOf({ kind }: Pick<SeedTenant, 'kind'>): {
  tenant: Role | undefined
  users: Role | undefined
} {
  if (kind === 'operator') return { tenant: undefined, users: undefined }
  return kind === 'adviser' ? { tenant: undefined, users: 'investor' } : { tenant: kind, users: kind }
}

/** The user's privileges in the tenant's own privilege manager; the first user is its administrator. */
export function privilegesOf(tenant: SeedTenant, user: SeedUser): readonly PrivilegeName[] {
  if (user.rights === 'read-only') return USER_PRIVILEGES['read-only']
  const role = rolesOf(tenant).users
  const isFirst = tenant.users[0]?.name === user.name
  return [
    ...(role === undefined ? (['user.DAPP_USER'] as const) : USER_PRIVILEGES[role]),
    ...(isFirst ? USER_PRIVILEGES.administrator : []),
  ]
}

export type PlannedUser = SeedUser & { address: Address; privateKey: `0x${string}` }
export type PlannedTenant = Omit<SeedTenant, 'users'> & { users: PlannedUser[] }

/** A tenant on the ledger. */
export type OnboardedTenant = PlannedTenant & { address: Address; access: TenantAccess }

export type SandboxPlan = {
  contracts: Deployment['contracts']
  tenants: OnboardedTenant[]
  nodeKeys: Record<ServerName, `0x${string}`>
  /** The ledger's block that contains all of this. */
  block: number
}

/** A private key derived from the sandbox's secret, so that a later start finds the same. `keyFor(secret, 'Alpenbank/a.keller')` */
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

/** A tenant's first user: its administrator, with all rights. */
export function firstUser(tenant: { name: string; users: PlannedUser[] }): PlannedUser {
  const [user] = tenant.users
  if (user === undefined) throw new Error(`${tenant.name} has no users`)
  return user
}
