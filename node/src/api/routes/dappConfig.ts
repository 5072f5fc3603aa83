// What a tenant's clients agree on for each dApp.
import type { Address, DappConfig, DappType, Page, Paging } from '@connex/protocol'
import { listDappAddresses } from '../../storage/queries/platform.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { listTenantRecords, putTenantRecord } from '../../storage/queries/tenantRecords.ts'
import type { TenantRecord } from '../../storage/queries/tenantRecords.ts'
import { ApiError } from '../../common/errors.ts'
import type { Handlers } from '../call/handler.ts'

type Kind = 'INSTRUMENT_CONFIG' | 'REGISTRY_CONFIG'
const TYPES: Readonly<Record<Kind, DappType>> = {
  INSTRUMENT_CONFIG: 'instrument',
  REGISTRY_CONFIG: 'registry',
}

export const dappConfig: Pick<
  Handlers,
  'putInstrumentConfig' | 'instrumentConfig' | 'putRegistryConfig' | 'registryConfig'
> = {
  putInstrumentConfig: ({ context, viewer, body }) =>
    put(context.database.kysely, viewer.tenant, 'INSTRUMENT_CONFIG', body),
  instrumentConfig: ({ context, viewer, query }) =>
    list(context.database.kysely, viewer.tenant, 'INSTRUMENT_CONFIG', query),
  putRegistryConfig: ({ context, viewer, body }) =>
    put(context.database.kysely, viewer.tenant, 'REGISTRY_CONFIG', body),
  registryConfig: ({ context, viewer, query }) =>
    list(context.database.kysely, viewer.tenant, 'REGISTRY_CONFIG', query),
}

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
