// Which privileges open which kind of call: reading calls name the read-only twins, writing calls never.
import type { PrivilegeName } from '../privileges.ts'

type Names = readonly PrivilegeName[]

export const WRITE_DELIVERIES: Names = ['delivery.BACKOFFICE']
export const READ_DELIVERIES: Names = ['delivery.BACKOFFICE', 'delivery.BACKOFFICE_RO']
export const WRITE_INSTRUMENTS: Names = ['instrument.BACKOFFICE']
export const WRITE_DOCUMENTS: Names = ['document.BACKOFFICE']
export const READ_DOCUMENTS: Names = ['document.BACKOFFICE', 'document.BACKOFFICE_RO']
export const KEEP_REGISTERS: Names = ['registry.REGISTRAR_REGISTRATION']
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
export const SEE_WORK: Names = [
  ...WORK,
  'delivery.BACKOFFICE_RO',
  'delivery.TX_COORDINATOR_RO',
  'instrument.BACKOFFICE_RO',
  'registry.ISSUER_DOCUMENTATION_RO',
  'registry.REGISTRAR_REGISTRATION_RO',
  'registry.SHARED_POSITION_HANDLING_RO',
  'registry.TA_CONTROLLER_SHARED_ONRAMPING_RO',
]
export const TENANT_ADMIN: Names = ['user.TENANT_ADMIN']
export const READ_TENANT_ADMIN: Names = ['user.TENANT_ADMIN', 'user.TENANT_ADMIN_RO']
export const BUSINESS_ADMIN: Names = ['user.BUSINESS_ADMIN']
export const READ_BUSINESS_ADMIN: Names = ['user.BUSINESS_ADMIN', 'user.BUSINESS_ADMIN_RO']
export const DAPP_ADMIN: Names = ['user.DAPP_ADMIN']
export const TECHNICAL_ADMIN: Names = ['user.TECHNICAL_ADMIN']
export const READ_TECHNICAL_ADMIN: Names = ['user.TECHNICAL_ADMIN', 'user.TECHNICAL_ADMIN_RO']
/** Another server pushes what its tenant has written. */
export const PUSH: Names = ['user.NODE_ACCOUNT']
