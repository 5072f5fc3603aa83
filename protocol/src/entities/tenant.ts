import * as z from 'zod/mini'
import { Address, Seconds } from '../scalars.ts'

/** A token's is registered so that legs can move it. */
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
  /** Whom the ledger lets confirm for the tenant; zero where nobody does. */
  confirmer: Address,
  /** Whether the answering server hosts it, and says so. */
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

export const UserStatus = z.enum(['INVITED', 'REJECTED', 'INACTIVE', 'ACTIVE', 'DELETED'])
export type UserStatus = z.infer<typeof UserStatus>

export const WalletExpirationStatus = z.enum(['ACTIVE', 'EXPIRED', 'EXPIRING', 'INACTIVE_USER', 'EXCLUDED'])
export type WalletExpirationStatus = z.infer<typeof WalletExpirationStatus>

/** INVITED → CONFIRMED by the invited admin's wallet → ACTIVE once the index has the tenant. */
export const TenantState = z.enum([...UserStatus.options, 'CONFIRMED'])
export type TenantState = z.infer<typeof TenantState>

export const User = z.object({
  userAddr: Address,
  userId: z.string(),
  name: z.string(),
  status: UserStatus,
  /** Seconds since the epoch, null where not locked. */
  lockExpiration: z.nullable(Seconds),
  walletExpirationStatus: WalletExpirationStatus,
  /** When the wallet expires, in seconds since the epoch; null where it never does. */
  walletExpiresAt: z.nullable(Seconds),
  privileges: z.array(z.string()),
  instancePrivileges: z.array(z.object({ instanceAddr: Address, privileges: z.array(z.string()) })),
})
export type User = z.infer<typeof User>
