// What the wire calls each privilege: the same names as on the ledger, from which the ids are made.
// contracts/src/access/Privileges.sol is where they are written once; contracts/generated carries them here.
import { privileges } from '@connex/contracts'

export type PrivilegeName = keyof typeof privileges

/** The ledger's id of a privilege. `privilegeId('registry.INVESTOR')` → '0x…' */
export const privilegeId = (name: PrivilegeName): `0x${string}` => privileges[name]

const names = new Map(
  Object.entries(privileges).map(([name, id]) => [id.toLowerCase(), name as PrivilegeName]),
)

/** The name behind a ledger id, undefined where the ledger holds one that we do not know. */
export const privilegeName = (id: string): PrivilegeName | undefined => names.get(id.toLowerCase())

/** Who holds it: a user in its tenant, a tenant on a dApp, or a dApp on another one. */
export type PrivilegeHolder = 'user' | 'tenant' | 'dApp'
export type PrivilegeMeaning = { holder: PrivilegeHolder; meaning: string }

/** Each privilege but the read-only twins (`_RO`), which open the reads of the other and nothing on the ledger. */
export const PRIVILEGE_MEANINGS = {
  'user.TENANT_ADMIN': {
    holder: 'user',
    meaning:
      'Administers the tenant: users and their privileges, signatures required, controllers, confirmer, name and server.',
  },
  'user.NODE_ACCOUNT': {
    holder: 'user',
    meaning: 'The server’s own account, not a person: pushes the tenant’s private data to other servers.',
  },
  'user.BYPASS_MULTI_SIGNATURE': {
    holder: 'user',
    meaning: 'Sends alone what otherwise needs several signatures. For emergencies; best granted to nobody.',
  },
  'user.DAPP_USER': {
    holder: 'user',
    meaning: 'Is active on the ledger. Every user needs it for any transaction.',
  },
  'user.DAPP_ADMIN': {
    holder: 'user',
    meaning:
      'Administers the dApps that the tenant operates: grants to tenants, dApps, protocols and leg managers.',
  },
  'user.BUSINESS_ADMIN': {
    holder: 'user',
    meaning:
      'Stores the tenant’s account names, templates and calendars; for the operator, registers and blacklists tenants.',
  },
  'user.TECHNICAL_ADMIN': {
    holder: 'user',
    meaning:
      'Runs the technology: pushes and audit of the tenant’s server; for the operator upgrades and refund limits.',
  },
  'platform.OPERATOR': {
    holder: 'tenant',
    meaning: 'Registers, blacklists and unregisters tenants; sets refunds and permissioning.',
  },
  'platform.DAPP_OPERATOR': {
    holder: 'tenant',
    meaning: 'Registers dApps and their types with the platform.',
  },
  'platform.DAPP_DEPLOYER': { holder: 'tenant', meaning: 'Creates dApps through the platform’s factories.' },
  'platform.SETH_DISTRIBUTOR': { holder: 'tenant', meaning: 'Withdraws the platform’s coins.' },
  'platform.MANAGER_DAPP': {
    holder: 'dApp',
    meaning: 'Blacklists accounts on the platform; only the operator can take them off the blacklist.',
  },
  'platform.MANAGER_UPGRADE': {
    holder: 'tenant',
    meaning: 'Announces and makes upgrades of the platform manager.',
  },
  'instrument.BACKOFFICE': { holder: 'user', meaning: 'Drafts, creates, revises and publishes instruments.' },
  'instrument.WHITELIST': {
    holder: 'user',
    meaning: 'Chooses the tenants that may hold a private placement.',
  },
  'instrument.OPERATOR': {
    holder: 'tenant',
    meaning: 'Expires instruments that no entitled tenant manages any more.',
  },
  'instrument.ISSUER': { holder: 'tenant', meaning: 'Is the issuer of instruments.' },
  'instrument.DATA_PROVIDER': {
    holder: 'tenant',
    meaning: 'Creates and revises instruments for their issuers.',
  },
  'instrument.DATA_PROVIDER_TA': {
    holder: 'tenant',
    meaning: 'Creates traditional instruments, and is the registrar of legs in them.',
  },
  'instrument.DEPOSITARY': {
    holder: 'tenant',
    meaning: 'Is the depositary of instruments: holds the global note.',
  },
  'instrument.DAPP': { holder: 'dApp', meaning: 'Records at an instrument where it is registered.' },
  'instrument.PLATFORM_UPGRADE': {
    holder: 'tenant',
    meaning: 'Announces and makes upgrades of the instrument manager.',
  },
  'registry.ISSUER_DOCUMENTATION': {
    holder: 'user',
    meaning: 'Answers for the issuer or depositary when a registrar requests an instrument’s registry.',
  },
  'registry.REGISTRAR_REGISTRATION': {
    holder: 'user',
    meaning: 'Requests, suspends, exports and closes the registries of its tenant, the registrar.',
  },
  'registry.SHARED_POSITION_HANDLING': {
    holder: 'user',
    meaning: 'Handles positions: accounts, mint and burn, transfers, entries, marks.',
  },
  'registry.TA_CONTROLLER_SHARED_ONRAMPING': {
    holder: 'user',
    meaning: 'Handles custody chains: creates them, on-ramps and off-ramps.',
  },
  'registry.OPERATOR': {
    holder: 'tenant',
    meaning: 'Sets the registration and earmark protocols of a registry manager.',
  },
  'registry.REGISTRAR': { holder: 'tenant', meaning: 'Keeps registries: the custodian that investors see.' },
  'registry.ISSUER': { holder: 'tenant', meaning: 'Agrees, as issuer, to registries of its instruments.' },
  'registry.INVESTOR': { holder: 'tenant', meaning: 'Holds positions, and is a party of transfers.' },
  'registry.CUSTODIAN': {
    holder: 'tenant',
    meaning: 'Has accounts as custodian, and is a link of custody chains.',
  },
  'registry.ONRAMPER': { holder: 'tenant', meaning: 'Is the transfer agent of custody chains.' },
  'registry.DEPOSITARY': {
    holder: 'tenant',
    meaning: 'Agrees, as depositary, to registries of instruments whose note it holds.',
  },
  'registry.PLATFORM_UPGRADE': {
    holder: 'tenant',
    meaning: 'Announces and makes upgrades of a registry manager.',
  },
  'registry.ASPECT_INSTRUMENT': { holder: 'dApp', meaning: 'Attaches its records to registries.' },
  'registry.INSTRUMENT_DAPP': {
    holder: 'dApp',
    meaning: 'Is an instrument manager whose instruments may have registries.',
  },
  'registry.EARMARK_PROTOCOL_DAPP': {
    holder: 'dApp',
    meaning: 'Earmarks and moves positions, as the delivery manager does. See whom you trust with what.',
  },
  'delivery.BACKOFFICE': { holder: 'user', meaning: 'Creates, confirms, reports and cancels transfers.' },
  'delivery.TX_COORDINATOR': {
    holder: 'user',
    meaning: 'Confirms deliveries that name its tenant as coordinator.',
  },
  'delivery.OPERATOR': {
    holder: 'tenant',
    meaning: 'Registers leg managers, and ends expired deliveries whose registrar is gone.',
  },
  'delivery.PLATFORM_UPGRADE': {
    holder: 'tenant',
    meaning: 'Announces and makes upgrades of the delivery manager and its escrows.',
  },
  'document.BACKOFFICE': { holder: 'user', meaning: 'Uploads documents to the tenant’s server.' },
  'document.OPERATOR': {
    holder: 'tenant',
    meaning: 'Opens instruments and documents to its users at their server. No contract requires it.',
  },
  'document.OWNER': {
    holder: 'tenant',
    meaning: 'The same, for a tenant that owns documents. No contract requires it.',
  },
  'account.READ': {
    holder: 'tenant',
    meaning: 'Lets every user of the tenant read the account numbers that it has stored for its assets.',
  },
} as const satisfies Record<Exclude<PrivilegeName, `${string}_RO`>, PrivilegeMeaning>
