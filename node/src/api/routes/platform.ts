// The platform: its data, its tenants and dApps, who is asking, and the bearer token.
import { findPlatform, listControllers, listDapps } from '../../storage/queries/platform.ts'
import { nowSeconds } from '../../storage/engine/database.ts'
import { findAssetAccount, listAssetAccounts, nameAccount } from '../../storage/queries/accounts.ts'
import { findTenant, listTenants } from '../../storage/queries/tenants.ts'
import { deleteToken, insertToken } from '../../storage/queries/credentials.ts'
import { AccountNumber } from '@connex/protocol'
import type { Address } from '@connex/protocol'
import { ApiError } from '../../errors.ts'
import { freshToken, hashToken, TOKEN_LIFETIME } from '../bearerToken.ts'
import type { Handlers } from '../Handler.ts'
import { NO_RECORDS, readOwnRecords } from '../readOwnRecords.ts'

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
