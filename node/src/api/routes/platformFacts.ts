// What the ledger tells of the platform, and where tenants' servers are.
import { offeredVersions } from '@connex/protocol'
import type { Address, ApiErrorCode } from '@connex/protocol'
import {
  findApiUrl,
  findConfirmer,
  listHostedHere,
  listNominations,
  findTenantNames,
} from '../../storage/queries/tenants.ts'
import { findPlatform, listBlacklist, listDapps } from '../../storage/queries/platform.ts'
import { findTenantRecord, putTenantRecord } from '../../storage/queries/tenantRecords.ts'
import { createPeerFetch } from '../../sync/createPeerFetch.ts'
import type { ApiContext } from '../ApiContext.ts'
import { ApiError } from '../../errors.ts'
import type { Handlers } from '../Handler.ts'

/** `getVersion()` */
const GET_VERSION = '0x0d8e6e2c'
/** By a contract that has no such function. */
const REFUSALS: readonly ApiErrorCode[] = ['contractRefused', 'ledgerRefused']

export const platformFacts: Pick<
  Handlers,
  | 'blacklist'
  | 'contractVersion'
  | 'nominations'
  | 'confirmer'
  | 'hostedHere'
  | 'putHostedHere'
  | 'nodeConnection'
> = {
  blacklist: ({ context, query }) => listBlacklist(context.database.kysely, query.addresses, query),

  contractVersion: async ({ context, query }) => {
    const db = context.database.kysely
    const [platform, dapps] = await Promise.all([findPlatform(db), listDapps(db, {}, query)])
    const named = dapps.items.map(({ address, shortName }) => ({ address, name: shortName }))
    const isFirst = (query.page ?? 1) === 1 && platform !== undefined && query.filter === undefined
    const isListed = named.some(({ address }) => address === platform?.address)
    const all = isFirst && !isListed ? [{ address: platform.address, name: platform.name }, ...named] : named
    const items = await Promise.all(
      all.map(async (contract) => ({ ...contract, version: await versionOf(context, contract.address) })),
    )
    const more = items.length - named.length
    return { items, pageItemCount: items.length, totalItemCount: dapps.totalItemCount + more }
  },

  nominations: ({ context, viewer, query }) =>
    listNominations(context.database.kysely, viewer.tenant, query.status, query),

  confirmer: async ({ context, viewer, query }) => {
    const tenantAddr = query.tenantAddr ?? viewer.tenant
    const confirmer = await findConfirmer(context.database.kysely, tenantAddr)
    if (confirmer === undefined) throw new ApiError('notFound')
    return { tenantAddr, confirmer }
  },

  hostedHere: ({ context, query }) =>
    listHostedHere(context.database.kysely, context.config.hostedTenants, query),

  putHostedHere: async ({ context, viewer, body }) => {
    if (body.tenantAddr !== viewer.tenant) throw new ApiError('forbidden')
    const { isHostedHere } = body
    await putTenantRecord(context.database.kysely, viewer.tenant, 'HOSTED_HERE', '', { isHostedHere })
    return body
  },

  nodeConnection: async ({ context, viewer, query }) => {
    const tenantAddr = query.tenantAddr ?? viewer.tenant
    const db = context.database.kysely
    const [names, connexApiUrl = ''] = await Promise.all([
      findTenantNames(db, [tenantAddr]),
      findApiUrl(db, tenantAddr),
    ])
    if (!names.has(tenantAddr)) throw new ApiError('notFound')
    const answer = connexApiUrl === '' ? undefined : await introspect(context, connexApiUrl)
    return {
      tenantAddr,
      connexApiUrl,
      isHostedHere: context.config.hostedTenants.includes(tenantAddr) && (await isTold(context, tenantAddr)),
      isReachable: answer !== undefined,
      supportedApiVersions: answer ?? [],
    }
  },
}

async function isTold({ database }: ApiContext, tenant: Address): Promise<boolean> {
  const held = await findTenantRecord(database.kysely, tenant, 'HOSTED_HERE', '')
  return (held?.data as { isHostedHere: boolean } | undefined)?.isHostedHere ?? true
}

/** Null where the contract tells none; a ledger that is away is no answer at all. */
async function versionOf({ config, ledger }: ApiContext, to: Address): Promise<string | null> {
  const gas = `0x${config.callGasLimit.toString(16)}`
  try {
    const result = await ledger.call('eth_call', [{ to, data: GET_VERSION, gas }, 'latest'])
    return typeof result === 'string' && /^0x[0-9a-f]{64}$/i.test(result) ? BigInt(result).toString() : null
  } catch (error) {
    if (error instanceof ApiError && REFUSALS.includes(error.code)) return null
    throw error
  }
}

/** 404 is a server of version 5. */
async function introspect({ config }: ApiContext, url: string): Promise<number[] | undefined> {
  const fetch = createPeerFetch({ allowPrivate: config.allowPrivatePeers })
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/api/introspection`)
    if (response.status === 404) return [5]
    return response.ok ? offeredVersions(await response.json()) : undefined
  } catch {
    return undefined
  }
}
