// Which privileges open which kind of call: reading calls name the read-only twins, writing calls never. And which role a
// tenant needs from the dApp's operator before its users' own privileges take effect there.
import type { PrivilegeName } from './privileges.ts'

type Names = readonly PrivilegeName[]

export const WRITE_DELIVERIES: Names = ['delivery.BACKOFFICE']
export const READ_DELIVERIES: Names = ['delivery.BACKOFFICE', 'delivery.BACKOFFICE_RO']
export const WRITE_INSTRUMENTS: Names = ['instrument.BACKOFFICE']
export const WRITE_DOCUMENTS: Names = ['document.BACKOFFICE']
export const READ_DOCUMENTS: Names = ['document.BACKOFFICE', 'document.BACKOFFICE_RO']
export const MAINTAIN_REGISTRIES: Names = ['registry.REGISTRAR_REGISTRATION']
export const ON_RAMP: Names = ['registry.TA_CONTROLLER_SHARED_ONRAMPING']
export const REGISTER: Names = ['registry.REGISTRAR_REGISTRATION', 'registry.ISSUER_DOCUMENTATION']
export const READ_REGISTRATIONS: Names = [
  ...REGISTER,
  'registry.REGISTRAR_REGISTRATION_RO',
  'registry.ISSUER_DOCUMENTATION_RO',
]
export const READ_ENTRIES: Names = [
  'registry.SHARED_POSITION_HANDLING',
  'registry.SHARED_POSITION_HANDLING_RO',
  'registry.REGISTRAR_REGISTRATION',
  'registry.REGISTRAR_REGISTRATION_RO',
]
/** Somebody who acts in any of the dApps, for what belongs to all of them. */
export const WORK: Names = [
  'delivery.BACKOFFICE',
  'delivery.TX_COORDINATOR',
  'instrument.BACKOFFICE',
  'registry.ISSUER_DOCUMENTATION',
  'registry.REGISTRAR_REGISTRATION',
  'registry.SHARED_POSITION_HANDLING',
  'registry.TA_CONTROLLER_SHARED_ONRAMPING',
]
export const READ_WORK: Names = [
  ...WORK,
  'delivery.BACKOFFICE_RO',
  'delivery.TX_COORDINATOR_RO',
  'instrument.BACKOFFICE_RO',
  'registry.ISSUER_DOCUMENTATION_RO',
  'registry.REGISTRAR_REGISTRATION_RO',
  'registry.SHARED_POSITION_HANDLING_RO',
  'registry.TA_CONTROLLER_SHARED_ONRAMPING_RO',
]
/** Somebody who acts anywhere, alone or with colleagues: administrators of the tenant, of the platform and of its dApps as well. */
export const SIGN_TOGETHER: Names = [
  ...WORK,
  'instrument.WHITELIST',
  'user.TENANT_ADMIN',
  'user.BUSINESS_ADMIN',
  'user.TECHNICAL_ADMIN',
  'user.DAPP_ADMIN',
]
export const READ_SIGNED_TOGETHER: Names = [
  ...new Set([...SIGN_TOGETHER, ...READ_WORK]),
  'user.TENANT_ADMIN_RO',
  'user.BUSINESS_ADMIN_RO',
  'user.TECHNICAL_ADMIN_RO',
  'user.DAPP_ADMIN_RO',
]
export const TENANT_ADMIN: Names = ['user.TENANT_ADMIN']
export const READ_TENANT_ADMIN: Names = ['user.TENANT_ADMIN', 'user.TENANT_ADMIN_RO']
export const BUSINESS_ADMIN: Names = ['user.BUSINESS_ADMIN']
export const READ_BUSINESS_ADMIN: Names = ['user.BUSINESS_ADMIN', 'user.BUSINESS_ADMIN_RO']
export const DAPP_ADMIN: Names = ['user.DAPP_ADMIN']
export const TECHNICAL_ADMIN: Names = ['user.TECHNICAL_ADMIN']
export const READ_TECHNICAL_ADMIN: Names = ['user.TECHNICAL_ADMIN', 'user.TECHNICAL_ADMIN_RO']
/** Another server pushes its tenant's data. */
export const PUSH: Names = ['user.NODE_ACCOUNT']

/** A tenant's roles in the registries: investors, those who maintain a registry, and those on whose behalf. */
export const IN_REGISTRIES: Names = [
  'registry.INVESTOR',
  'registry.REGISTRAR',
  'registry.CUSTODIAN',
  'registry.ONRAMPER',
  'registry.ISSUER',
  'registry.DEPOSITARY',
  'registry.OPERATOR',
]
/** What a tenant must be to be a party of a delivery, or to operate them. */
export const IN_DELIVERIES: Names = [
  'registry.INVESTOR',
  'registry.REGISTRAR',
  'registry.CUSTODIAN',
  'registry.ONRAMPER',
  'instrument.DATA_PROVIDER_TA',
  'delivery.OPERATOR',
]
/** The ledger has no tenant role for coordinating deliveries: its users' privilege is enough. */
export const COORDINATE: Names = ['delivery.TX_COORDINATOR', 'delivery.TX_COORDINATOR_RO']
/** Instruments are visible to all who create, describe, register or hold them. */
export const IN_INSTRUMENTS: Names = [
  ...IN_REGISTRIES,
  'instrument.ISSUER',
  'instrument.DEPOSITARY',
  'instrument.DATA_PROVIDER',
  'instrument.DATA_PROVIDER_TA',
  'instrument.OPERATOR',
  'document.OWNER',
  'document.OPERATOR',
]
/** What belongs to no one dApp: any part in any of them. */
export const IN_ANY: Names = [
  ...IN_INSTRUMENTS,
  'delivery.OPERATOR',
  'platform.OPERATOR',
  'platform.DAPP_OPERATOR',
]
