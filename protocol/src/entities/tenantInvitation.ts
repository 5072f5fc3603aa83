import * as z from 'zod/mini'
import { Address, Bytes32, Seconds, TxHash } from '../scalars.ts'
import { TenantState } from './tenant.ts'

/** What a tenant says of itself when it confirms: the three strings of its contract. */
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
