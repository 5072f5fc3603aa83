// A tenant: on the ledger, as invited, and with what it stores about itself.
import * as z from 'zod/mini'
import { Address, Bytes32, Seconds, TxHash } from '../scalars.ts'
import { UserStatus } from './user.ts'

/** `token`: an ERC-20 or ERC-721 contract, registered so that legs can move it. */
export const DappType = z.enum(['platform', 'instrument', 'registry', 'delivery', 'token'])
export type DappType = z.infer<typeof DappType>

export const WorkflowConfig = z.object({
  /** Four bytes of hex. */
  functionSelector: z.string().check(z.regex(/^0x[0-9a-f]{8}$/)),
  privilege: z.string(),
  signaturesRequired: z.number(),
})
export type WorkflowConfig = z.infer<typeof WorkflowConfig>

export const DappController = z.object({
  address: Address,
  type: DappType,
  dappAddress: Address,
  tenantAddr: Address,
  workflowConfig: z.array(WorkflowConfig),
})
export type DappController = z.infer<typeof DappController>

export const Tenant = z.object({
  address: Address,
  name: z.string(),
  /** `{product}ApiUrl` of the specification. */
  connexApiUrl: z.string(),
  /** The same, as the tenant's contract names it. */
  apiUrl: z.string(),
  lei: z.string(),
  /** The account that confirms for the tenant on the ledger; zero for none. */
  confirmer: Address,
  /** Whether the answering server hosts it and announces that. */
  isHostedHere: z.boolean(),
  /** The tenant's own privilege manager, which holds its users' privileges. */
  privilegeManagerAddr: Address,
  dappControllers: z.array(z.object({ address: Address, type: DappType, dappAddress: Address })),
})
export type Tenant = z.infer<typeof Tenant>

export const Dapp = z.object({
  address: Address,
  shortName: z.string(),
  type: DappType,
  /** From a privilege's name to the tenants and contracts that hold it. */
  privileges: z.record(z.string(), z.array(z.object({ address: Address }))),
})
export type Dapp = z.infer<typeof Dapp>

/** INVITED → CONFIRMED by the invited admin's wallet → ACTIVE once the index has the tenant. */
export const TenantState = z.enum([...UserStatus.options, 'CONFIRMED'])
export type TenantState = z.infer<typeof TenantState>

/** The three strings of a tenant's contract, sent when it confirms its invitation. */
export const TenantStrings = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  api: z.string().check(z.maxLength(300)),
  lei: z.string().check(z.maxLength(20)),
})
export type TenantStrings = z.infer<typeof TenantStrings>

export const TenantInvitation = z.object({
  id: z.string().check(z.regex(/^[0-9]{1,15}$/, 'not an id')),
  name: z.string(),
  state: TenantState,
  /** Null once it was used. */
  token: z.nullable(z.string()),
  /** Who confirmed, the new tenant's first admin, or rejected. */
  adminAddr: z.nullable(Address),
  tenant: z.nullable(TenantStrings),
  /** What the tenant's contract has to carry, so that it is known as the invited one. */
  registrationReference: Bytes32,
  /** Once the index has it. */
  tenantAddr: z.nullable(Address),
  /** Of the ledger transaction that registers it. */
  txHash: z.nullable(TxHash),
  invitedAt: Seconds,
})
export type TenantInvitation = z.infer<typeof TenantInvitation>

const Text = z.optional(z.string().check(z.maxLength(500)))

/** How a tenant can be reached; none of it is on the ledger. */
export const TenantDetails = z.object({
  legalName: Text,
  street: Text,
  city: Text,
  country: Text,
  contactName: Text,
  contactEmail: Text,
  contactPhone: Text,
  notes: z.optional(z.string().check(z.maxLength(4000))),
})
export type TenantDetails = z.infer<typeof TenantDetails>

export const DefaultedTenant = z.object({
  tenantAddr: Address,
  name: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  markedAt: Seconds,
})
export type DefaultedTenant = z.infer<typeof DefaultedTenant>

export const Template = z.object({
  templateId: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  /** What it is a template of, such as `repo`. */
  type: z.string().check(z.minLength(1), z.maxLength(100)),
  content: z.unknown(),
  updatedAt: Seconds,
})
export type Template = z.infer<typeof Template>

export const BusinessPartner = z.object({
  tenantAddr: Address,
  /** The tenant's name on the ledger. */
  name: z.nullable(z.string()),
  note: z.nullable(z.string()),
  addedAt: Seconds,
})
export type BusinessPartner = z.infer<typeof BusinessPartner>

/** CANCELLED has two L here, and one elsewhere: the specification's spelling. */
export const NominationStatus = z.enum(['NOMINATED', 'COMMITTED', 'CANCELLED'])
export type NominationStatus = z.infer<typeof NominationStatus>

export const NominationAction = z.enum(['NOMINATE', 'COMMIT', 'CANCEL'])
export type NominationAction = z.infer<typeof NominationAction>

export const Nomination = z.object({
  privilegeManagerAddr: Address,
  nominee: Address,
  nominator: Address,
  status: NominationStatus,
  /** From when until when the nominee may commit. */
  committableFrom: Seconds,
  committableUntil: Seconds,
  /** Null where it is not CANCELLED: the nominee rejects, somebody else revokes. */
  canceledBy: z.nullable(Address),
})
export type Nomination = z.infer<typeof Nomination>

/** How many of each list a tenant carries; the call of its name has them all. */
export const OWN_RECORDS = 20

/**
 * A tenant as the platform's users see it. A tenant's private records are filled in for the caller's tenant, for users who
 * may read them by the call of the same name, and null otherwise.
 */
export const PlatformTenant = z.object({
  ...Tenant.shape,
  /** Changes to the tenant, newest first. */
  auditIds: z.nullable(z.array(z.string())),
  details: z.nullable(TenantDetails),
  /** The tenants that this one has invited, the newest first. */
  invitations: z.nullable(z.array(TenantInvitation)),
  templates: z.nullable(z.array(Template)),
  businessPartners: z.nullable(z.array(BusinessPartner)),
  defaultedTenants: z.nullable(z.array(DefaultedTenant)),
  /** Of admins, in the tenant's privilege manager, the newest first. */
  recoveryNominations: z.nullable(z.array(Nomination)),
})
export type PlatformTenant = z.infer<typeof PlatformTenant>
