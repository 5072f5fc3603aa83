// The privileges that belong together: of a tenant on a dApp, and of a user in its tenant. `connex admin grant --as` grants
// them, and so does the sandbox when it is created.
import { PRIVILEGE_MEANINGS } from '@connex/protocol'
import type { DappType, PrivilegeMeaning, PrivilegeName } from '@connex/protocol'

export const TENANT_ROLES = ['investor', 'registrar', 'issuer'] as const
export const ROLES = [...TENANT_ROLES, 'administrator', 'read-only', 'node'] as const
export type TenantRole = (typeof TENANT_ROLES)[number]
export type Role = (typeof ROLES)[number]

const ON_DAPPS: Record<TenantRole, Partial<Record<DappType, readonly PrivilegeName[]>>> = {
  investor: { registry: ['registry.INVESTOR'] },
  registrar: { registry: ['registry.REGISTRAR', 'registry.CUSTODIAN'] },
  issuer: { instrument: ['instrument.ISSUER'], registry: ['registry.ISSUER'] },
}

const INVESTOR: readonly PrivilegeName[] = [
  'user.DAPP_USER',
  'registry.SHARED_POSITION_HANDLING',
  'delivery.BACKOFFICE',
  'document.BACKOFFICE_RO',
]

/** A user's privileges in its own tenant. `USER_PRIVILEGES.node` → ['user.NODE_ACCOUNT'] */
export const USER_PRIVILEGES: Record<Role, readonly PrivilegeName[]> = {
  investor: INVESTOR,
  registrar: [...INVESTOR, 'registry.REGISTRAR_REGISTRATION'],
  issuer: [
    'user.DAPP_USER',
    'instrument.BACKOFFICE',
    'instrument.WHITELIST',
    'document.BACKOFFICE',
    'registry.ISSUER_DOCUMENTATION',
  ],
  administrator: ['user.TENANT_ADMIN', 'user.BUSINESS_ADMIN', 'user.TECHNICAL_ADMIN', 'user.DAPP_ADMIN'],
  'read-only': ['registry.SHARED_POSITION_HANDLING_RO'],
  node: ['user.NODE_ACCOUNT'],
}

/** A tenant's privileges on a dApp of this type, often none. `tenantPrivileges('issuer', 'instrument')` → ['instrument.ISSUER'] */
export function tenantPrivileges(role: Role, type: DappType): readonly PrivilegeName[] {
  const tenantRole = TENANT_ROLES.find((one) => one === role)
  return (tenantRole === undefined ? undefined : ON_DAPPS[tenantRole][type]) ?? []
}

/** Whether a user can hold it in its own tenant. `isUserPrivilege('registry.INVESTOR')` → false */
export const isUserPrivilege = (name: PrivilegeName): boolean =>
  name.endsWith('_RO') || (PRIVILEGE_MEANINGS as Meanings)[name]?.holder === 'user'

type Meanings = Readonly<Partial<Record<PrivilegeName, PrivilegeMeaning>>>

/** On which dApp tenants and other dApps hold what a privilege's name begins with, where it is not of that name. */
const OTHER_DAPPS: Readonly<Record<string, DappType>> = { document: 'instrument', account: 'registry' }

/** What a type of dApp requires of tenants and of other dApps. `dappPrivileges('delivery')` → ['delivery.OPERATOR', …] */
export const dappPrivileges = (type: DappType): PrivilegeName[] =>
  (Object.keys(PRIVILEGE_MEANINGS) as PrivilegeName[]).filter((name) => {
    const [area = ''] = name.split('.')
    return !isUserPrivilege(name) && (OTHER_DAPPS[area] ?? area) === type
  })
