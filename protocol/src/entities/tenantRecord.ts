// What a tenant keeps at its server about itself and others.
import * as z from 'zod/mini'
import { Address, Seconds } from '../scalars.ts'

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
