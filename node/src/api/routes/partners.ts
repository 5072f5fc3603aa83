// A tenant's lists of other tenants: business partners and defaulted tenants.
import type { Address, BusinessPartner, DefaultedTenant } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import {
  deleteTenantRecord,
  findTenantRecord,
  listTenantRecords,
  putTenantRecord,
} from '../../storage/queries/tenantRecords.ts'
import type { TenantRecord } from '../../storage/queries/tenantRecords.ts'
import { findTenantNames } from '../../storage/queries/tenants.ts'
import type { Handlers } from '../call/handler.ts'

export const partners = {
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
} satisfies Partial<Handlers>

export const keysOf = (rows: readonly TenantRecord[]): Address[] => rows.map(({ key }) => key as Address)

type Names = ReadonlyMap<Address, string>

export const partnerOf = ({ key, data, createdAt }: TenantRecord, names: Names): BusinessPartner => ({
  tenantAddr: key as Address,
  name: names.get(key as Address) ?? null,
  note: (data as { note: string | null }).note,
  addedAt: createdAt,
})

export const defaultedOf = ({ key, data, createdAt }: TenantRecord, names: Names): DefaultedTenant => ({
  tenantAddr: key as Address,
  name: names.get(key as Address) ?? null,
  reason: (data as { reason: string | null }).reason,
  markedAt: createdAt,
})
