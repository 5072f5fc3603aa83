// What a tenant keeps at its server about itself and others.
import * as z from 'zod/mini'
import { BusinessPartner, DefaultedTenant, Template, TenantDetails } from '../entities/tenantRecord.ts'
import { endpoint, page } from '../endpoint.ts'
import { pagingFields, queryList } from '../paging.ts'
import { Address, Seconds } from '../scalars.ts'
import { BUSINESS_ADMIN, DAPP_ADMIN, READ_BUSINESS_ADMIN, TECHNICAL_ADMIN, TENANT_ADMIN } from './access.ts'

const Text = z.optional(z.string().check(z.maxLength(500)))

export const tenantDetails = endpoint({
  method: 'GET',
  path: '/platform/tenants/details',
  summary: "The own tenant's details",
  authentication: 'bearer',
  response: TenantDetails,
})

export const putTenantDetails = endpoint({
  method: 'PUT',
  path: '/platform/tenants/details',
  summary: "Replaces the own tenant's details",
  authentication: 'bearer',
  privileges: TENANT_ADMIN,
  body: TenantDetails,
  response: TenantDetails,
})

export const confirmer = endpoint({
  method: 'GET',
  path: '/platform/tenants/confirmer',
  summary: "A tenant's confirmer as on the ledger; the own tenant's where none is named",
  authentication: 'bearer',
  query: z.object({ tenantAddr: z.optional(Address) }),
  response: z.object({ tenantAddr: Address, confirmer: Address }),
  errors: ['notFound'],
})

const Hosted = z.object({ tenantAddr: Address, isHostedHere: z.boolean() })

export const hostedHere = endpoint({
  method: 'GET',
  path: '/platform/tenants/hosted-here',
  summary: 'Which tenants this server hosts',
  authentication: 'bearer',
  query: z.object(pagingFields),
  response: page(Hosted),
  isPage: true,
})

export const putHostedHere = endpoint({
  method: 'PUT',
  path: '/platform/tenants/hosted-here',
  summary: 'Says whether the own tenant is still told as hosted here',
  authentication: 'bearer',
  privileges: TECHNICAL_ADMIN,
  body: Hosted,
  response: Hosted,
  errors: ['forbidden'],
})

const View = z.string().check(z.minLength(1), z.maxLength(100))

export const ViewPreset = z.object({ view: View, preset: z.unknown() })
export type ViewPreset = z.infer<typeof ViewPreset>

export const viewPresets = endpoint({
  method: 'GET',
  path: '/platform/tenants/users/view-presets',
  summary: "The user's own presets of views",
  authentication: 'bearer',
  query: z.object({ ...pagingFields, view: z.optional(queryList(View)) }),
  response: page(ViewPreset),
  isPage: true,
})

export const putViewPreset = endpoint({
  method: 'PUT',
  path: '/platform/tenants/users/view-presets',
  summary: "Keeps the user's preset of a view",
  authentication: 'bearer',
  body: ViewPreset,
  response: ViewPreset,
})

export const deleteViewPreset = endpoint({
  method: 'DELETE',
  path: '/platform/tenants/users/view-presets',
  summary: "Removes the user's preset of a view",
  authentication: 'bearer',
  query: z.object({ view: View }),
  response: z.object({}),
  errors: ['notFound'],
})

export const defaultedTenants = endpoint({
  method: 'GET',
  path: '/platform/tenants/defaulted-tenants',
  summary: 'The tenants that the own tenant has marked as defaulted',
  authentication: 'bearer',
  privileges: READ_BUSINESS_ADMIN,
  query: z.object(pagingFields),
  response: page(DefaultedTenant),
  isPage: true,
})

export const putDefaultedTenant = endpoint({
  method: 'PUT',
  path: '/platform/tenants/defaulted-tenants',
  summary: 'Marks a tenant as defaulted',
  authentication: 'bearer',
  privileges: BUSINESS_ADMIN,
  body: z.object({ tenantAddr: Address, reason: Text }),
  response: DefaultedTenant,
  errors: ['notFound'],
})

export const deleteDefaultedTenant = endpoint({
  method: 'DELETE',
  path: '/platform/tenants/defaulted-tenants',
  summary: 'Takes the mark back',
  authentication: 'bearer',
  privileges: BUSINESS_ADMIN,
  query: z.object({ tenantAddr: Address }),
  response: z.object({}),
  errors: ['notFound'],
})

export const templates = endpoint({
  method: 'GET',
  path: '/platform/tenants/templates',
  summary: "The own tenant's templates",
  authentication: 'bearer',
  query: z.object({ ...pagingFields, type: z.optional(z.string().check(z.maxLength(100))) }),
  response: page(Template),
  isPage: true,
})

export const putTemplate = endpoint({
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
})

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/platform/tenants/templates',
  summary: 'Removes a template',
  authentication: 'bearer',
  privileges: BUSINESS_ADMIN,
  query: z.object({ templateId: Template.shape.templateId }),
  response: z.object({}),
  errors: ['notFound'],
})

export const businessPartners = endpoint({
  method: 'GET',
  path: '/platform/tenants/business-partners',
  summary: "The own tenant's business partners",
  authentication: 'bearer',
  query: z.object(pagingFields),
  response: page(BusinessPartner),
  isPage: true,
})

export const addBusinessPartner = endpoint({
  method: 'POST',
  path: '/platform/tenants/business-partners',
  summary: 'Adds a business partner',
  authentication: 'bearer',
  privileges: BUSINESS_ADMIN,
  body: z.object({ tenantAddr: Address, note: Text }),
  response: BusinessPartner,
  errors: ['notFound', 'alreadyStored'],
})

export const nodeConnection = endpoint({
  method: 'GET',
  path: '/platform/tenants/node-connection',
  summary: "Whether a tenant's server answers this one; the own tenant's where none is named",
  authentication: 'bearer',
  query: z.object({ tenantAddr: z.optional(Address) }),
  response: z.object({
    tenantAddr: Address,
    connexApiUrl: z.string(),
    isHostedHere: z.boolean(),
    isReachable: z.boolean(),
    supportedApiVersions: z.array(z.number()),
  }),
  errors: ['notFound'],
})

const EoaFields = z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(1000)))

export const EoaData = z.object({ eoaAddress: Address, data: EoaFields, updatedAt: Seconds })
export type EoaData = z.infer<typeof EoaData>

export const eoaData = endpoint({
  method: 'GET',
  path: '/platform/dapps/eoa-data',
  summary: 'What the own tenant keeps about externally owned accounts',
  authentication: 'bearer',
  query: z.object({ ...pagingFields, eoaAddress: z.optional(queryList(Address)) }),
  response: page(EoaData),
  isPage: true,
})

export const putEoaData = endpoint({
  method: 'PUT',
  path: '/platform/dapps/eoa-data',
  summary: 'Keeps something about an externally owned account',
  authentication: 'bearer',
  privileges: DAPP_ADMIN,
  body: z.object({ eoaAddress: Address, data: EoaFields }),
  response: EoaData,
})
