import { randomUUID } from 'node:crypto'
import { api, OWN_RECORDS } from '@connex/protocol'
import type {
  Address,
  BusinessPartner,
  CallName,
  DefaultedTenant,
  Endpoint,
  EoaData,
  PlatformTenant,
  Template,
  Tenant,
  TenantDetails,
} from '@connex/protocol'
import { holds } from '../../common/access.ts'
import { ApiError } from '../../common/errors.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { auditIdsOf } from '../../storage/queries/audit.ts'
import { listInvitations } from '../../storage/queries/invitations.ts'
import {
  deleteTenantRecord,
  findTenantRecord,
  firstTenantRecords,
  listTenantRecords,
  putTenantRecord,
} from '../../storage/queries/tenantRecords.ts'
import type { TenantRecord } from '../../storage/queries/tenantRecords.ts'
import { findTenantNames, listNominations } from '../../storage/queries/tenants.ts'
import type { UserViewer } from '../../storage/queries/viewers.ts'
import type { Handlers } from '../call/handler.ts'

type OwnRecords = Omit<PlatformTenant, keyof Tenant>

/** Of tenants that are not the viewer's. */
export const NO_RECORDS: OwnRecords = {
  auditIds: null,
  details: null,
  invitations: null,
  templates: null,
  businessPartners: null,
  defaultedTenants: null,
  recoveryNominations: null,
}

const KINDS = ['DETAILS', 'TEMPLATE', 'BUSINESS_PARTNER', 'DEFAULTED_TENANT'] as const

/** What the viewer's tenant keeps about itself, as far as the viewer may read it by the calls of the same names. */
export async function readOwnRecords(db: Queryable, { tenant, user }: UserViewer): Promise<OwnRecords> {
  const mayCall = (name: CallName): boolean => {
    const { privileges }: Pick<Endpoint, 'privileges'> = api[name]
    return privileges === undefined || privileges.some((privilege) => holds(user, privilege))
  }
  const first = { itemsPerPage: OWN_RECORDS }
  const [records, invitations, nominations, audited] = await Promise.all([
    firstTenantRecords(db, tenant, KINDS, OWN_RECORDS),
    mayCall('invitations')
      ? listInvitations(db, tenant, undefined, { ...first, sortBy: 'invitedAt', sortOrder: 'desc' })
      : undefined,
    mayCall('nominations') ? listNominations(db, tenant, undefined, first) : undefined,
    mayCall('audit') ? auditIdsOf(db, tenant, [tenant]) : undefined,
  ])
  const of = (kind: (typeof KINDS)[number]) => records.filter((record) => record.kind === kind)
  const named = [...of('BUSINESS_PARTNER'), ...of('DEFAULTED_TENANT')]
  const names = await findTenantNames(db, keysOf(named))
  return {
    auditIds: audited === undefined ? null : (audited.get(tenant) ?? []),
    details: of('DETAILS')[0]?.data ?? {},
    invitations: invitations?.items ?? null,
    templates: of('TEMPLATE').map(templateOf),
    businessPartners: of('BUSINESS_PARTNER').map((row) => partnerOf(row, names)),
    defaultedTenants: mayCall('defaultedTenants')
      ? of('DEFAULTED_TENANT').map((row) => defaultedOf(row, names))
      : null,
    recoveryNominations: nominations?.items ?? null,
  }
}

// What a tenant keeps under keys of its own, as the wire shows it.

export const keysOf = (rows: readonly TenantRecord[]): Address[] => rows.map(({ key }) => key as Address)

type Names = ReadonlyMap<Address, string>

export const defaultedOf = ({ key, data, createdAt }: TenantRecord, names: Names): DefaultedTenant => ({
  tenantAddr: key as Address,
  name: names.get(key as Address) ?? null,
  reason: (data as { reason: string | null }).reason,
  markedAt: createdAt,
})

export const partnerOf = ({ key, data, createdAt }: TenantRecord, names: Names): BusinessPartner => ({
  tenantAddr: key as Address,
  name: names.get(key as Address) ?? null,
  note: (data as { note: string | null }).note,
  addedAt: createdAt,
})

export const templateOf = ({ key, data, updatedAt }: TenantRecord): Template => ({
  ...(data as Pick<Template, 'name' | 'type' | 'content'>),
  templateId: key,
  updatedAt,
})

// What a tenant, and each of its users, keeps under a key of its own.

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
