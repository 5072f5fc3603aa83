// The rights of a user: whether the server serves the user, which custodians the tenant may use, which screens may open.
import {
  configuredCustodians,
  readableName,
  walletExpirationStatus,
  type ClientConfig,
  type Me,
} from '@connex/protocol'
import {
  everyPage,
  isPositionHandler,
  listDapps,
  listTenants,
  usableCustodians,
  type Client,
  type Custodian,
} from '@connex/sdk'
import { formatDateTime } from '../lib/format.ts'
import { LoginRefusal } from './loginFailure.ts'

/** granted: may see the screens. restricted: the user may not handle positions. notInvestor: the tenant may not log in. */
export type Access = 'granted' | 'restricted' | 'notInvestor'

export function accessOf(me: Me, custodianCount: number): Access {
  if (custodianCount === 0) return 'notInvestor'
  return isPositionHandler(me.user) ? 'granted' : 'restricted'
}

/** The custodians that the tenant may use now; none without the investor privilege. */
export async function findCustodians(
  client: Client,
  config: ClientConfig,
  { tenant }: Me,
  signal: AbortSignal,
): Promise<readonly Custodian[]> {
  const [tenants, dapps] = await Promise.all([
    everyPage((page) => listTenants(client, page, { signal })),
    everyPage((page) => listDapps(client, page, { signal })),
  ])
  const configured = configuredCustodians(config)
  return usableCustodians({ configured, tenants, dapps, ownTenant: tenant.address }).map((custodian) => ({
    ...custodian,
    label: readableName(custodian.label),
  }))
}

/** Why a user may not work now; undefined for one who may. `now` is in milliseconds. `refusalOf(me, Date.now())` */
export function refusalOf({ user }: Pick<Me, 'user'>, now: number): LoginRefusal | undefined {
  const { status, lockExpiration, walletExpiresAt } = user
  if (status !== 'ACTIVE') return new LoginRefusal('error_user_not_active', { status })
  if (lockExpiration !== null && lockExpiration * 1000 > now)
    return new LoginRefusal('error_account_locked', { expiration: formatDateTime(lockExpiration) })
  const expiration = walletExpirationStatus({ status, walletExpiresAt }, Math.floor(now / 1000))
  if (expiration === 'EXPIRED' && walletExpiresAt !== null)
    return new LoginRefusal('error_wallet_expired', { expiration: formatDateTime(walletExpiresAt) })
  return undefined
}
