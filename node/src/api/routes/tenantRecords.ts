// What a tenant, and each of its users, keeps under a key of its own.
import { randomUUID } from 'node:crypto'
import type { Address, EoaData, TenantDetails } from '@connex/protocol'
import { findTenantNames } from '../../storage/queries/tenants.ts'
import {
  deleteTenantRecord,
  findTenantRecord,
  listTenantRecords,
  putTenantRecord,
} from '../../storage/queries/tenantRecords.ts'
import type { TenantRecord } from '../../storage/queries/tenantRecords.ts'
import { ApiError } from '../../errors.ts'
import type { Handlers } from '../Handler.ts'
import { defaultedOf, keysOf, partnerOf, templateOf } from '../recordShapes.ts'

export const tenantRecords: Pick<
  Handlers,
  | 'tenantDetails'
  | 'putTenantDetails'
  | 'viewPresets'
  | 'putViewPreset'
  | 'deleteViewPreset'
  | 'defaultedTenants'
  | 'putDefaultedTenant'
  | 'deleteDefaultedTenant'
  | 'templates'
  | 'putTemplate'
  | 'deleteTemplate'
  | 'businessPartners'
  | 'addBusinessPartner'
  | 'eoaData'
  | 'putEoaData'
> = {
  tenantDetails: async ({ context, viewer }) => {
    const { tenant } = viewer
    const held = await findTenantRecord(context.database.kysely, tenant, 'DETAILS', '')
    return held === undefined ? {} : (held.data as TenantDetails)
  },

  putTenantDetails: async ({ context, viewer, body }) => {
    await putTenantRecord(context.database.kysely, viewer.tenant, 'DETAILS', '', body)
    return body
  },

  viewPresets: async ({ context, viewer, query }) => {
    const prefix = presetKey(viewer.address, '')
    const keys = query.view?.map((view) => presetKey(viewer.address, view))
    const filters = { prefix, keys }
    const found = await listTenantRecords(
      context.database.kysely,
      viewer.tenant,
      'VIEW_PRESET',
      filters,
      query,
    )
    return {
      ...found,
      items: found.items.map(({ key, data }) => ({ view: key.slice(prefix.length), preset: data })),
    }
  },

  putViewPreset: async ({ context, viewer, body }) => {
    const key = presetKey(viewer.address, body.view)
    await putTenantRecord(context.database.kysely, viewer.tenant, 'VIEW_PRESET', key, body.preset ?? null)
    return { view: body.view, preset: body.preset ?? null }
  },

  deleteViewPreset: async ({ context, viewer, query }) => {
    const key = presetKey(viewer.address, query.view)
    if (!(await deleteTenantRecord(context.database.kysely, viewer.tenant, 'VIEW_PRESET', key)))
      throw new ApiError('notFound')
    return {}
  },

  defaultedTenants: async ({ context, viewer, query }) => {
    const db = context.database.kysely
    const found = await listTenantRecords(db, viewer.tenant, 'DEFAULTED_TENANT', {}, query)
    const names = await findTenantNames(db, keysOf(found.items))
    return { ...found, items: found.items.map((row) => defaultedOf(row, names)) }
  },

  putDefaultedTenant: async ({ context, viewer, body }) => {
    const db = context.database.kysely
    const names = await findTenantNames(db, [body.tenantAddr])
    if (!names.has(body.tenantAddr)) throw new ApiError('notFound')
    const data = { reason: body.reason ?? null }
    return defaultedOf(
      await putTenantRecord(db, viewer.tenant, 'DEFAULTED_TENANT', body.tenantAddr, data),
      names,
    )
  },

  deleteDefaultedTenant: async ({ context, viewer, query }) => {
    const { tenant } = viewer
    if (!(await deleteTenantRecord(context.database.kysely, tenant, 'DEFAULTED_TENANT', query.tenantAddr)))
      throw new ApiError('notFound')
    return {}
  },

  templates: async ({ context, viewer, query }) => {
    const filters = query.type === undefined ? {} : { member: ['type', query.type] as const }
    const found = await listTenantRecords(context.database.kysely, viewer.tenant, 'TEMPLATE', filters, query)
    return { ...found, items: found.items.map(templateOf) }
  },

  putTemplate: async ({ context, viewer, body }) => {
    const { templateId = randomUUID(), name, type, content = null } = body
    const data = { name, type, content }
    return templateOf(
      await putTenantRecord(context.database.kysely, viewer.tenant, 'TEMPLATE', templateId, data),
    )
  },

  deleteTemplate: async ({ context, viewer, query }) => {
    if (!(await deleteTenantRecord(context.database.kysely, viewer.tenant, 'TEMPLATE', query.templateId)))
      throw new ApiError('notFound')
    return {}
  },

  businessPartners: async ({ context, viewer, query }) => {
    const db = context.database.kysely
    const found = await listTenantRecords(db, viewer.tenant, 'BUSINESS_PARTNER', {}, query)
    const names = await findTenantNames(db, keysOf(found.items))
    return { ...found, items: found.items.map((row) => partnerOf(row, names)) }
  },

  addBusinessPartner: async ({ context, viewer, body }) => {
    const db = context.database.kysely
    const { tenantAddr, note = null } = body
    const names = await findTenantNames(db, [tenantAddr])
    if (!names.has(tenantAddr) || tenantAddr === viewer.tenant) throw new ApiError('notFound')
    if ((await findTenantRecord(db, viewer.tenant, 'BUSINESS_PARTNER', tenantAddr)) !== undefined)
      throw new ApiError('alreadyStored')
    return partnerOf(
      await putTenantRecord(db, viewer.tenant, 'BUSINESS_PARTNER', tenantAddr, { note }),
      names,
    )
  },

  eoaData: async ({ context, viewer, query }) => {
    const found = await listTenantRecords(
      context.database.kysely,
      viewer.tenant,
      'EOA_DATA',
      { keys: query.eoaAddress },
      query,
    )
    return { ...found, items: found.items.map(eoaOf) }
  },

  putEoaData: async ({ context, viewer, body }) =>
    eoaOf(
      await putTenantRecord(context.database.kysely, viewer.tenant, 'EOA_DATA', body.eoaAddress, body.data),
    ),
}

/** A preset is one user's: nobody else's key begins with its address. */
const presetKey = (user: Address, view: string): string => `${user}|${view}`

const eoaOf = ({ key, data, updatedAt }: TenantRecord): EoaData => ({
  eoaAddress: key as Address,
  data: data as EoaData['data'],
  updatedAt,
})
