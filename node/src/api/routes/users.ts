// The tenant's users, for its admin.
import { USER_TRANSITIONS, nextState } from '@connex/protocol'
import type { User, UserStatus } from '@connex/protocol'
import { announce } from '../../storage/projections/announcements.ts'
import { inviteUser, voidUserToken } from '../../storage/queries/invitations.ts'
import { inTransaction } from '../../storage/engine/database.ts'
import {
  findUser,
  insertUser,
  isAdminOnLedgerOnly,
  isUserElsewhere,
  listUsers,
  updateUser,
} from '../../storage/queries/users.ts'
import type { UserChange } from '../../storage/queries/users.ts'
import { ApiError } from '../../common/errors.ts'
import { freshToken } from '../auth/bearerToken.ts'
import type { Handlers } from '../call/handler.ts'

export const users: Pick<Handlers, 'users' | 'createUser' | 'updateUser'> = {
  users: ({ context, viewer, query }) =>
    listUsers(context.database.kysely, viewer.tenant, viewer.address, query, query),

  createUser: ({ context, viewer, body }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const { tenant } = viewer
      const address = body.userAddr
      const user = {
        tenant,
        address,
        userId: body.userId ?? address,
        name: body.name,
        status: 'INVITED' as const,
      }
      if (!(await insertUser(trx, user))) throw new ApiError('alreadyStored')
      if (await isUserElsewhere(trx, tenant, address)) throw new ApiError('userOfAnotherTenant')
      const invitationToken = freshToken()
      await inviteUser(trx, tenant, address, invitationToken)
      await announceUser(trx, tenant, address)
      const created = await findUser(trx, tenant, address)
      if (created === undefined) throw new ApiError('userNotFound')
      return { ...created, invitationToken }
    }),

  updateUser: ({ context, viewer, body }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const { tenant } = viewer
      const before = await findWritten(trx, tenant, body.userAddr)
      if (before === undefined) throw new ApiError('userNotFound')
      const act = body.status === undefined ? undefined : actTo(before.status, body.status)
      const change: UserChange = {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.status === undefined ? {} : { status: body.status }),
        ...(body.lockExpiration === undefined ? {} : { lock_expiration: body.lockExpiration }),
        ...(body.walletExpiresAt === undefined ? {} : { wallet_expires_at: body.walletExpiresAt }),
      }
      if (!(await updateUser(trx, tenant, body.userAddr, change))) throw new ApiError('userNotFound')
      if (act === 'invite') await inviteUser(trx, tenant, body.userAddr, freshToken())
      else if (act !== undefined) await voidUserToken(trx, tenant, body.userAddr)
      await announceUser(trx, tenant, body.userAddr)
      const updated = await findUser(trx, tenant, body.userAddr)
      if (updated === undefined) throw new ApiError('userNotFound')
      return updated
    }),
}

/** An admin whom only the ledger knows is written down when somebody changes it. */
async function findWritten(trx: Trx, tenant: Tenant, address: Tenant): Promise<User | undefined> {
  if (await isAdminOnLedgerOnly(trx, tenant, address))
    await insertUser(trx, { tenant, address, userId: address, name: address, status: 'ACTIVE' })
  return findUser(trx, tenant, address)
}

/** What the admin does to bring a user from one status to another: undefined where it has it already. */
function actTo(from: UserStatus, to: UserStatus): AdminAct | undefined {
  if (from === to) return undefined
  const act = ADMIN_ACTS.find((one) => nextState(USER_TRANSITIONS, from, one) === to)
  if (act === undefined) throw new ApiError('userStateFixed', { userStatus: from })
  return act
}

const ADMIN_ACTS = ['reject', 'invite', 'deactivate', 'activate', 'delete'] as const
type AdminAct = (typeof ADMIN_ACTS)[number]

type Trx = Parameters<typeof announce>[0]
type Tenant = Parameters<typeof findUser>[1]

const announceUser = (trx: Trx, tenant: Tenant, address: Tenant) =>
  announce(trx, [{ topic: 'platform', keys: [address], block: null, txHashes: [], tenants: [tenant] }])
