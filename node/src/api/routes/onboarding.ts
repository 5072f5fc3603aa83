// How users and tenants come in by their tokens.
import { announce } from '../../storage/announcements.ts'
import {
  confirmTenantToken,
  deleteInvitationRow,
  deleteInvitedUser,
  findInvitation,
  insertInvitation,
  listInvitations,
  listUserRegistrations,
  noteRegistration,
  useUserToken,
} from '../../storage/onboarding.ts'
import { inTransaction } from '../../storage/queryable.ts'
import { findUser, updateUser } from '../../storage/users.ts'
import { ApiError } from '../ApiError.ts'
import { freshToken } from '../bearerToken.ts'
import type { Handlers } from '../Handler.ts'
import { publishRaw } from '../publishRaw.ts'

export const onboarding: Pick<
  Handlers,
  | 'userRegistrations'
  | 'deleteUserRegistration'
  | 'confirmUserRegistration'
  | 'invitations'
  | 'inviteTenant'
  | 'deleteInvitation'
  | 'confirmInvitation'
  | 'registerTenant'
  | 'updateTenant'
> = {
  userRegistrations: ({ context, viewer, query }) =>
    listUserRegistrations(context.database.kysely, viewer.tenant, query),

  deleteUserRegistration: ({ context, viewer, query }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const user = await findUser(trx, viewer.tenant, query.userAddr)
      if (user === undefined) throw new ApiError('userNotFound')
      if (!(await deleteInvitedUser(trx, viewer.tenant, query.userAddr))) throw new ApiError('userNotInvited')
      return {}
    }),

  confirmUserRegistration: ({ context, viewer, body, note }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const { address } = viewer
      const tenant = await useUserToken(trx, address, body.token)
      const user = tenant && (await findUser(trx, tenant, address))
      if (tenant === undefined || user?.status !== 'INVITED') throw new ApiError('userNotFound')
      note({ tenantAddr: tenant })
      await updateUser(trx, tenant, address, { status: 'ACTIVE' })
      await announce(trx, [
        { topic: 'platform', keys: [address], block: null, txHashes: [], tenants: [tenant] },
      ])
      return { ...user, status: 'ACTIVE' as const }
    }),

  invitations: ({ context, viewer, query }) =>
    listInvitations(context.database.kysely, viewer.tenant, query.state, query),

  inviteTenant: ({ context, viewer, body }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const id = await insertInvitation(trx, viewer.tenant, body.name, freshToken())
      const invitation = await findInvitation(trx, viewer.tenant, id)
      if (invitation === undefined) throw new ApiError('invitationNotFound')
      return invitation
    }),

  deleteInvitation: ({ context, viewer, query }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const invitation = await findInvitation(trx, viewer.tenant, query.id)
      if (invitation === undefined) throw new ApiError('invitationNotFound')
      if (invitation.state !== 'INVITED') throw new ApiError('invitationNotInvited')
      await deleteInvitationRow(trx, viewer.tenant, query.id)
      return {}
    }),

  confirmInvitation: async ({ context, viewer, body }) => {
    const id = await confirmTenantToken(context.database.kysely, body.token, viewer.address, body.tenant)
    if (id === undefined) throw new ApiError('invitationNotFound')
    return { id, state: 'CONFIRMED' as const }
  },

  // What stands on the ledger in the end is what the index sees of it.
  registerTenant: async ({ context, viewer, body, change }) => {
    const db = context.database.kysely
    const invitation = await findInvitation(db, viewer.tenant, body.id)
    if (invitation?.state !== 'CONFIRMED') throw new ApiError('invitationNotFound')
    const transactionHash = await publishRaw(context, viewer.address, body.rawTransaction)
    return change(async (trx) => {
      await noteRegistration(trx, viewer.tenant, body.id, transactionHash)
      return { transactionHash }
    })
  },

  updateTenant: async ({ context, viewer, body }) => ({
    transactionHash: await publishRaw(context, viewer.address, body.rawTransaction),
  }),
}
