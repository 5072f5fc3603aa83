// What a tenant and its users store for their clients: view presets, templates, data of an EOA, and settings of a dApp.
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import type {
  Address,
  CallBody,
  DappConfig,
  DappType,
  EoaData,
  Page,
  Paging,
  Template,
} from '@connex/protocol'
import {
  CALENDAR_IDS,
  CALENDAR_TEMPLATE,
  calendarIdOf,
  sortedCalendar,
  TenantCalendar,
} from '@connex/protocol/calendar'
import { ApiError, invalid } from '../../common/errors.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { listDappAddresses } from '../../storage/queries/platform.ts'
import {
  deleteTenantRecord,
  listTenantRecords,
  putTenantRecord,
} from '../../storage/queries/tenantRecords.ts'
import type { TenantRecord } from '../../storage/queries/tenantRecords.ts'
import type { Handlers } from '../call/handler.ts'
import { badRequest } from '../call/input.ts'

type Kind = 'INSTRUMENT_CONFIG' | 'REGISTRY_CONFIG'

const TYPES: Readonly<Record<Kind, DappType>> = {
  INSTRUMENT_CONFIG: 'instrument',
  REGISTRY_CONFIG: 'registry',
}

export const settings = {
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

  templates: async ({ context, viewer, query }) => {
    const filters = query.type === undefined ? {} : { member: ['type', query.type] as const }
    const found = await listTenantRecords(context.database.kysely, viewer.tenant, 'TEMPLATE', filters, query)
    return { ...found, items: found.items.map(templateOf) }
  },

  putTemplate: async ({ context, viewer, body }) => {
    const { templateId, content } = checkTemplate(body)
    const { name, type } = body
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

  putInstrumentConfig: ({ context, viewer, body }) =>
    put(context.database.kysely, viewer.tenant, 'INSTRUMENT_CONFIG', body),

  instrumentConfig: ({ context, viewer, query }) =>
    list(context.database.kysely, viewer.tenant, 'INSTRUMENT_CONFIG', query),

  putRegistryConfig: ({ context, viewer, body }) =>
    put(context.database.kysely, viewer.tenant, 'REGISTRY_CONFIG', body),

  registryConfig: ({ context, viewer, query }) =>
    list(context.database.kysely, viewer.tenant, 'REGISTRY_CONFIG', query),
} satisfies Partial<Handlers>

/** A preset belongs to one user: keys begin with its address. */
const presetKey = (user: Address, view: string): string => `${user}|${view}`

export const templateOf = ({ key, data, updatedAt }: TenantRecord): Template => ({
  ...(data as Pick<Template, 'name' | 'type' | 'content'>),
  templateId: key,
  updatedAt,
})

/** A template's id and content. Other programs judge days by a calendar, so it is checked, and a currency has one. */
function checkTemplate({
  templateId,
  type,
  content = null,
}: CallBody<'putTemplate'>): Pick<Template, 'templateId' | 'content'> {
  if (type !== CALENDAR_TEMPLATE) {
    if (templateId?.startsWith(CALENDAR_IDS) === true)
      throw invalid('templateId', `must not begin with ${CALENDAR_IDS}: these are calendars`)
    return { templateId: templateId ?? randomUUID(), content }
  }
  const { data, error } = CalendarBody.safeParse({ content })
  if (data === undefined) throw badRequest(error, { content })
  const ownId = calendarIdOf(data.content.currency)
  if (templateId !== undefined && templateId !== ownId) throw invalid('templateId', `must be ${ownId}`)
  return { templateId: ownId, content: sortedCalendar(data.content) }
}

const CalendarBody = z.object({ content: TenantCalendar })

const eoaOf = ({ key, data, updatedAt }: TenantRecord): EoaData => ({
  eoaAddress: key as Address,
  data: data as EoaData['data'],
  updatedAt,
})

type Body = Pick<DappConfig, 'dappAddress' | 'config'>

async function put(
  db: Queryable,
  tenant: Address,
  kind: Kind,
  { dappAddress, config }: Body,
): Promise<DappConfig> {
  const known = await listDappAddresses(db, TYPES[kind])
  if (!known.includes(dappAddress)) throw new ApiError('notFound')
  return configOf(await putTenantRecord(db, tenant, kind, dappAddress, config))
}

type Query = Paging & { dappAddresses?: Address[] | undefined }

async function list(db: Queryable, tenant: Address, kind: Kind, query: Query): Promise<Page<DappConfig>> {
  const found = await listTenantRecords(db, tenant, kind, { keys: query.dappAddresses }, query)
  return { ...found, items: found.items.map(configOf) }
}

const configOf = ({ key, data, updatedAt }: TenantRecord): DappConfig => ({
  dappAddress: key as Address,
  config: data as DappConfig['config'],
  updatedAt,
})
