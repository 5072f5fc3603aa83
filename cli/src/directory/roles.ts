// The privileges that belong together: of a tenant on a dApp, and of a user in its tenant. `connex admin grant --as` grants
// them, and so does the sandbox when it is created.
import type { DappType, PrivilegeName } from '@connex/protocol'

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

/** What each type of dApp requires of tenants and of other dApps; documents belong to instruments. */
export const DAPP_PRIVILEGES: Record<DappType, readonly PrivilegeName[]> = {
  platform: [
    'platform.OPERATOR',
    'platform.DAPP_OPERATOR',
    'platform.DAPP_DEPLOYER',
    'platform.SETH_DISTRIBUTOR',
    'platform.MANAGER_DAPP',
    'platform.MANAGER_UPGRADE',
  ],
  instrument: [
    'instrument.OPERATOR',
    'instrument.ISSUER',
    'instrument.DATA_PROVIDER',
    'instrument.DATA_PROVIDER_TA',
    'instrument.DEPOSITARY',
    'instrument.DAPP',
    'instrument.PLATFORM_UPGRADE',
    'document.OPERATOR',
    'document.OWNER',
  ],
  registry: [
    'registry.OPERATOR',
    'registry.REGISTRAR',
    'registry.ISSUER',
    'registry.INVESTOR',
    'registry.CUSTODIAN',
    'registry.ONRAMPER',
    'registry.DEPOSITARY',
    'registry.PLATFORM_UPGRADE',
    'registry.ASPECT_INSTRUMENT',
    'registry.INSTRUMENT_DAPP',
    'registry.EARMARK_PROTOCOL_DAPP',
  ],
  delivery: ['delivery.OPERATOR', 'delivery.PLATFORM_UPGRADE'],
  token: [],
}

/** Whether a user can hold it in its own tenant. `isUserPrivilege('registry.INVESTOR')` → false */
export const isUserPrivilege = (name: PrivilegeName): boolean =>
  !Object.values(DAPP_PRIVILEGES).some((names) => names.includes(name))
