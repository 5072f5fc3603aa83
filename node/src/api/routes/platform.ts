// The platform: its data, its tenants and dApps, who is asking, and the bearer token.
import { AccountNumber, offeredVersions } from '@connex/protocol'
import type { Address, ApiErrorCode } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { createPeerFetch } from '../../common/peerFetch.ts'
import { nowSeconds } from '../../storage/engine/database.ts'
import { findAssetAccount, listAssetAccounts, nameAccount } from '../../storage/queries/accounts.ts'
import { deleteToken, insertToken } from '../../storage/queries/credentials.ts'
import { findPlatform, listBlacklist, listControllers, listDapps } from '../../storage/queries/platform.ts'
import { findTenantRecord, putTenantRecord } from '../../storage/queries/tenantRecords.ts'
import {
  findApiUrl,
  findConfirmer,
  findTenant,
  findTenantNames,
  listHostedHere,
  listNominations,
  listTenants,
} from '../../storage/queries/tenants.ts'
import { freshToken, hashToken, TOKEN_LIFETIME } from '../auth/bearerToken.ts'
import type { ApiContext } from '../call/context.ts'
import type { Handlers } from '../call/handler.ts'
import { NO_RECORDS, readOwnRecords } from './tenants.ts'

export const platform: Pick<
  Handlers,
  | 'platform'
  | 'login'
  | 'logout'
  | 'me'
  | 'tenants'
  | 'dapps'
  | 'dappControllers'
  | 'assetAccounts'
  | 'setAssetAccount'
> = {
  platform: async ({ context }) => {
    const found = await findPlatform(context.database.kysely)
    if (found === undefined) throw new ApiError('unavailable', { detail: 'The platform is not indexed yet.' })
    return { ...found, chainId: context.config.chainId }
  },

  login: async ({ context, viewer }) => {
    const token = freshToken()
    const expiresAt = nowSeconds() + TOKEN_LIFETIME
    await insertToken(context.database.kysely, {
      token_hash: hashToken(token),
      tenant: viewer.tenant,
      user_address: viewer.address,
      expires_at: expiresAt,
    })
    return { token, expiresAt }
  },

  logout: async ({ context, tokenHash }) => {
    if (tokenHash !== undefined) await deleteToken(context.database.kysely, tokenHash)
    return {}
  },

  me: async ({ context, viewer, query }) => {
    const { database, config } = context
    const tenant = await findTenant(database.kysely, config.hostedTenants, viewer.tenant, query.dappTypes)
    if (tenant === undefined) throw new ApiError('forbidden', { detail: 'The tenant is not registered.' })
    return { user: viewer.user, tenant }
  },

  tenants: async ({ context, viewer, query }) => {
    const db = context.database.kysely
    const found = await listTenants(db, context.config.hostedTenants, query)
    const isOwn = ({ address }: { address: Address }) => address === viewer.tenant
    const own = found.items.some(isOwn) ? await readOwnRecords(db, viewer) : NO_RECORDS
    return { ...found, items: found.items.map((one) => ({ ...one, ...(isOwn(one) ? own : NO_RECORDS) })) }
  },

  dapps: ({ context, query }) => listDapps(context.database.kysely, query, query),

  dappControllers: ({ context, viewer, query }) =>
    listControllers(context.database.kysely, viewer.tenant, query.dappTypes, query),

  assetAccounts: ({ context, viewer, query }) =>
    listAssetAccounts(context.database.kysely, viewer.tenant, query, query),

  setAssetAccount: async ({ context, viewer, body }) => {
    const accountNum = AccountNumber.safeParse(body.accountNum)
    if (!accountNum.success) throw new ApiError('accountInvalid')
    const db = context.database.kysely
    const key = { ...body, accountNum: accountNum.data }
    // A name is kept for an account that the registrar has opened, never for one that somebody makes up.
    if ((await findAssetAccount(db, viewer.tenant, key)) === undefined) throw new ApiError('accountInvalid')
    if (!(await nameAccount(db, viewer.tenant, key, body))) throw new ApiError('accountInvalid')
    const named = await findAssetAccount(db, viewer.tenant, key)
    if (named === undefined) throw new ApiError('accountInvalid')
    return named
  },
}

// What the ledger tells of the platform, and where tenants' servers are.

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
