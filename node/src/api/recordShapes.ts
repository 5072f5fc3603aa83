// What a tenant keeps under keys of its own, as the wire shows it.
import type { Address, BusinessPartner, DefaultedTenant, Template } from '@connex/protocol'
import type { TenantRecord } from '../storage/queries/tenantRecords.ts'

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
