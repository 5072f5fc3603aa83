// The platform: its data, its dApps and blacklist, the caller, and the bearer token.
import type { Address, ApiErrorCode } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { nowSeconds } from '../../storage/engine/database.ts'
import { deleteToken, insertToken } from '../../storage/queries/credentials.ts'
import { findPlatform, listBlacklist, listControllers, listDapps } from '../../storage/queries/platform.ts'
import { findTenant } from '../../storage/queries/tenants.ts'
import { freshToken, hashToken, TOKEN_LIFETIME } from '../auth/bearerToken.ts'
import type { ApiContext } from '../call/context.ts'
import type { Handlers } from '../call/handler.ts'
import { currentEventId } from '../streams/currentEvent.ts'

/** `getVersion()` */
const GET_VERSION = '0x0d8e6e2c'

/** From a contract without that function. */
const REFUSALS: readonly ApiErrorCode[] = ['contractRefused', 'ledgerRefused']

export const platform = {
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
    // Before the rest: what changes meanwhile has a later id.
    const eventId = await currentEventId(database.kysely, viewer.tenant)
    const tenant = await findTenant(database.kysely, config.hostedTenants, viewer.tenant, query.dappTypes)
    if (tenant === undefined) throw new ApiError('forbidden', { detail: 'The tenant is not registered.' })
    return { user: viewer.user, tenant, eventId }
  },

  dapps: ({ context, query }) => listDapps(context.database.kysely, query, query),

  dappControllers: ({ context, viewer, query }) =>
    listControllers(context.database.kysely, viewer.tenant, query.dappTypes, query),

  contractVersion: async ({ context, query }) => {
    const db = context.database.kysely
    const [platform, dapps] = await Promise.all([findPlatform(db), listDapps(db, {}, query)])
    const contracts = dapps.items.map(({ address, shortName }) => ({ address, name: shortName }))
    const isFirst = (query.page ?? 1) === 1 && platform !== undefined && query.filter === undefined
    const isListed = contracts.some(({ address }) => address === platform?.address)
    const all =
      isFirst && !isListed ? [{ address: platform.address, name: platform.name }, ...contracts] : contracts
    const items = await Promise.all(
      all.map(async (contract) => ({ ...contract, version: await versionOf(context, contract.address) })),
    )
    const more = items.length - contracts.length
    return { items, pageItemCount: items.length, totalItemCount: dapps.totalItemCount + more }
  },

  blacklist: ({ context, query }) => listBlacklist(context.database.kysely, query.addresses, query),
} satisfies Partial<Handlers>

/** Null if the contract has no version. Throws if the ledger does not answer. */
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
