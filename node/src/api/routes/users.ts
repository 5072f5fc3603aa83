// The tenant's users, for its admin, and how an invited user registers.
import { nextState, USER_TRANSITIONS } from '@connex/protocol'
import type { Address, User, UserStatus } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { inTransaction } from '../../storage/engine/database.ts'
import type { Queryable } from '../../storage/engine/database.ts'
import { announce } from '../../storage/projections/announcements.ts'
import {
  deleteInvitedUser,
  inviteUser,
  listUserRegistrations,
  useUserToken,
  voidUserToken,
} from '../../storage/queries/invitations.ts'
import {
  findUser,
  insertUser,
  isAdminOnLedgerOnly,
  isConfirmedElsewhere,
  isUserElsewhere,
  listUsers,
  updateUser,
} from '../../storage/queries/users.ts'
import type { UserChange } from '../../storage/queries/users.ts'
import { freshToken } from '../auth/bearerToken.ts'
import type { Handlers } from '../call/handler.ts'

const ADMIN_TRANSITIONS = ['reject', 'invite', 'deactivate', 'activate', 'delete'] as const

type AdminTransition = (typeof ADMIN_TRANSITIONS)[number]

export const users = {
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
      const before = await findStored(trx, tenant, body.userAddr)
      if (before === undefined) throw new ApiError('userNotFound')
      const transition = body.status === undefined ? undefined : transitionTo(before.status, body.status)
      const change: UserChange = {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.status === undefined ? {} : { status: body.status }),
        ...(body.lockExpiration === undefined ? {} : { lock_expiration: body.lockExpiration }),
        ...(body.walletExpiresAt === undefined ? {} : { wallet_expires_at: body.walletExpiresAt }),
      }
      if (!(await updateUser(trx, tenant, body.userAddr, change))) throw new ApiError('userNotFound')
      if (transition === 'invite') await inviteUser(trx, tenant, body.userAddr, freshToken())
      else if (transition !== undefined) await voidUserToken(trx, tenant, body.userAddr)
      await announceUser(trx, tenant, body.userAddr)
      const updated = await findUser(trx, tenant, body.userAddr)
      if (updated === undefined) throw new ApiError('userNotFound')
      return updated
    }),

  userRegistrations: ({ context, viewer, query }) =>
    listUserRegistrations(context.database.kysely, viewer.tenant, query),

  deleteUserRegistration: ({ context, viewer, query }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const user = await findUser(trx, viewer.tenant, query.userAddr)
      if (user === undefined) throw new ApiError('userNotFound')
      if (!(await deleteInvitedUser(trx, viewer.tenant, query.userAddr))) throw new ApiError('userNotInvited')
      return {}
    }),

  confirmUserRegistration: ({ context, viewer, body }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const { address } = viewer
      const tenant = await useUserToken(trx, address, body.token)
      const user = tenant && (await findUser(trx, tenant, address))
      if (tenant === undefined || user?.status !== 'INVITED') throw new ApiError('userNotFound')
      const { hostedTenants } = context.config
      if (await isConfirmedElsewhere(trx, { tenant, address }, hostedTenants))
        throw new ApiError('walletOfAnotherTenant')
      await updateUser(trx, tenant, address, { status: 'ACTIVE' })
      await announceUser(trx, tenant, address)
      return { ...user, status: 'ACTIVE' as const }
    }),
} satisfies Partial<Handlers>

/** Stores an admin known only from the ledger before the first change to it. */
async function findStored(trx: Queryable, tenant: Address, address: Address): Promise<User | undefined> {
  if (await isAdminOnLedgerOnly(trx, tenant, address))
    await insertUser(trx, { tenant, address, userId: address, name: address, status: 'ACTIVE' })
  return findUser(trx, tenant, address)
}

/** The transition from one status to another; undefined if they are the same. */
function transitionTo(from: UserStatus, to: UserStatus): AdminTransition | undefined {
  if (from === to) return undefined
  const transition = ADMIN_TRANSITIONS.find((one) => nextState(USER_TRANSITIONS, from, one) === to)
  if (transition === undefined) throw new ApiError('userStateFixed', { userStatus: from })
  return transition
}

const announceUser = (trx: Queryable, tenant: Address, address: Address) =>
  announce(trx, [{ topic: 'platform', keys: [address], block: null, txHashes: [], tenants: [tenant] }])
