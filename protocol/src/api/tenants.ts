// What a tenant stores at its server about itself and others.
import * as z from 'zod/mini'
import { endpoint, page } from '../endpoint.ts'
import { BusinessPartner, DefaultedTenant, Template, TenantDetails } from '../entities/tenant.ts'
import { pagingFields, queryList } from '../paging.ts'
import { Address, Seconds } from '../scalars.ts'
import { BUSINESS_ADMIN, DAPP_ADMIN, READ_BUSINESS_ADMIN, TECHNICAL_ADMIN, TENANT_ADMIN } from '../access.ts'

const Text = z.optional(z.string().check(z.maxLength(500)))

const Hosted = z.object({ tenantAddr: Address, isHostedHere: z.boolean() })

const EoaFields = z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(1000)))

export const EoaData = z.object({ eoaAddress: Address, data: EoaFields, updatedAt: Seconds })
export type EoaData = z.infer<typeof EoaData>

export const tenantsApi = {
  tenantDetails: endpoint({
    method: 'GET',
    path: '/platform/tenants/details',
    summary: "The details of the caller's tenant",
    authentication: 'bearer',
    response: TenantDetails,
  }),
  putTenantDetails: endpoint({
    method: 'PUT',
    path: '/platform/tenants/details',
    summary: "Replaces the details of the caller's tenant",
    authentication: 'bearer',
    privileges: TENANT_ADMIN,
    body: TenantDetails,
    response: TenantDetails,
  }),
  confirmer: endpoint({
    method: 'GET',
    path: '/platform/tenants/confirmer',
    summary: "A tenant's confirmer as on the ledger; by default that of the caller's tenant",
    authentication: 'bearer',
    query: z.object({ tenantAddr: z.optional(Address) }),
    response: z.object({ tenantAddr: Address, confirmer: Address }),
    errors: ['notFound'],
  }),
  hostedHere: endpoint({
    method: 'GET',
    path: '/platform/tenants/hosted-here',
    summary: 'Which tenants this server hosts',
    authentication: 'bearer',
    query: z.object(pagingFields),
    response: page(Hosted),
    isPage: true,
  }),
  putHostedHere: endpoint({
    method: 'PUT',
    path: '/platform/tenants/hosted-here',
    summary: "Sets whether this server announces the caller's tenant as hosted here",
    authentication: 'bearer',
    privileges: TECHNICAL_ADMIN,
    body: Hosted,
    response: Hosted,
    errors: ['forbidden'],
  }),
  defaultedTenants: endpoint({
    method: 'GET',
    path: '/platform/tenants/defaulted-tenants',
    summary: "The tenants that the caller's tenant has marked as defaulted",
    authentication: 'bearer',
    privileges: READ_BUSINESS_ADMIN,
    query: z.object(pagingFields),
    response: page(DefaultedTenant),
    isPage: true,
  }),
  putDefaultedTenant: endpoint({
    method: 'PUT',
    path: '/platform/tenants/defaulted-tenants',
    summary: 'Marks a tenant as defaulted',
    authentication: 'bearer',
    privileges: BUSINESS_ADMIN,
    body: z.object({ tenantAddr: Address, reason: Text }),
    response: DefaultedTenant,
    errors: ['notFound'],
  }),
  deleteDefaultedTenant: endpoint({
    method: 'DELETE',
    path: '/platform/tenants/defaulted-tenants',
    summary: 'Removes the mark of a defaulted tenant',
    authentication: 'bearer',
    privileges: BUSINESS_ADMIN,
    query: z.object({ tenantAddr: Address }),
    response: z.object({}),
    errors: ['notFound'],
  }),
  templates: endpoint({
    method: 'GET',
    path: '/platform/tenants/templates',
    summary: "The templates of the caller's tenant",
    authentication: 'bearer',
    query: z.object({ ...pagingFields, type: z.optional(z.string().check(z.maxLength(100))) }),
    response: page(Template),
    isPage: true,
  }),
  putTemplate: endpoint({
    method: 'PUT',
    path: '/platform/tenants/templates',
    summary: 'Stores a template, or changes the one named',
    authentication: 'bearer',
    privileges: BUSINESS_ADMIN,
    body: z.object({
      templateId: z.optional(Template.shape.templateId),
      name: Template.shape.name,
      type: Template.shape.type,
      content: z.unknown(),
    }),
    response: Template,
  }),
  deleteTemplate: endpoint({
    method: 'DELETE',
    path: '/platform/tenants/templates',
    summary: 'Removes a template',
    authentication: 'bearer',
    privileges: BUSINESS_ADMIN,
    query: z.object({ templateId: Template.shape.templateId }),
    response: z.object({}),
    errors: ['notFound'],
  }),
  businessPartners: endpoint({
    method: 'GET',
    path: '/platform/tenants/business-partners',
    summary: "The business partners of the caller's tenant",
    authentication: 'bearer',
    query: z.object(pagingFields),
    response: page(BusinessPartner),
    isPage: true,
  }),
  addBusinessPartner: endpoint({
    method: 'POST',
    path: '/platform/tenants/business-partners',
    summary: 'Adds a business partner',
    authentication: 'bearer',
    privileges: BUSINESS_ADMIN,
    body: z.object({ tenantAddr: Address, note: Text }),
    response: BusinessPartner,
    errors: ['notFound', 'alreadyStored'],
  }),
  nodeConnection: endpoint({
    method: 'GET',
    path: '/platform/tenants/node-connection',
    summary: "Whether a tenant's server answers this one; by default that of the caller's tenant",
    authentication: 'bearer',
    query: z.object({ tenantAddr: z.optional(Address) }),
    response: z.object({
      tenantAddr: Address,
      connexApiUrl: z.string(),
      isHostedHere: z.boolean(),
      isReachable: z.boolean(),
      supportedApiVersions: z.array(z.number()),
      /** While the server is away, those of its last answer. Missing on older servers, which do not ask for them. */
      features: z.optional(z.array(z.string())),
    }),
    errors: ['notFound'],
  }),
  eoaData: endpoint({
    method: 'GET',
    path: '/platform/dapps/eoa-data',
    summary: "The data that the caller's tenant stores about externally owned accounts",
    authentication: 'bearer',
    query: z.object({ ...pagingFields, eoaAddress: z.optional(queryList(Address)) }),
    response: page(EoaData),
    isPage: true,
  }),
  putEoaData: endpoint({
    method: 'PUT',
    path: '/platform/dapps/eoa-data',
    summary: 'Stores data about an externally owned account',
    authentication: 'bearer',
    privileges: DAPP_ADMIN,
    body: z.object({ eoaAddress: Address, data: EoaFields }),
    response: EoaData,
  }),
}
