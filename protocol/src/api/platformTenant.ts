import * as z from 'zod/mini'
import { Tenant } from '../entities/tenant.ts'
import { TenantInvitation } from '../entities/tenantInvitation.ts'
import { Nomination } from '../entities/nomination.ts'
import { BusinessPartner, DefaultedTenant, Template, TenantDetails } from '../entities/tenantRecord.ts'

/** How many of each list a tenant carries; the call of its name has them all. */
export const OWN_RECORDS = 20

/**
 * A tenant as the platform's users see it. What a tenant keeps about itself is told of the own tenant, to users who may
 * read it by the call of its name, and is null otherwise.
 */
export const PlatformTenant = z.object({
  ...Tenant.shape,
  /** Of what was done to the tenant, the newest first. */
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
