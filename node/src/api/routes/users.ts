// The tenant's users, for its admin.
import { announce } from '../../storage/announcements.ts'
import { inviteUser } from '../../storage/onboarding.ts'
import { inTransaction } from '../../storage/queryable.ts'
import { findUser, insertUser, listUsers, updateUser } from '../../storage/users.ts'
import type { UserChange } from '../../storage/users.ts'
import { ApiError, invalid } from '../ApiError.ts'
import { freshToken } from '../bearerToken.ts'
import type { Handlers } from '../Handler.ts'

export const users: Pick<Handlers, 'users' | 'createUser' | 'updateUser'> = {
  users: ({ context, viewer, query }) => listUsers(context.database.kysely, viewer.tenant, query),

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
      const before = await findUser(trx, tenant, body.userAddr)
      // Only the invited wallet itself shows that it is there.
      if (before?.status === 'INVITED' && body.status === 'ACTIVE')
        throw invalid('status', 'not confirmed yet')
      const change: UserChange = {
        ...(body.name === undefined ? {} : { name: body.name }),
        ...(body.status === undefined ? {} : { status: body.status }),
        ...(body.lockExpiration === undefined ? {} : { lock_expiration: body.lockExpiration }),
      }
      if (!(await updateUser(trx, tenant, body.userAddr, change))) throw new ApiError('userNotFound')
      await announceUser(trx, tenant, body.userAddr)
      const updated = await findUser(trx, tenant, body.userAddr)
      if (updated === undefined) throw new ApiError('userNotFound')
      return updated
    }),
}

type Trx = Parameters<typeof announce>[0]
type Tenant = Parameters<typeof findUser>[1]

const announceUser = (trx: Trx, tenant: Tenant, address: Tenant) =>
  announce(trx, [{ topic: 'platform', keys: [address], block: null, txHashes: [], tenants: [tenant] }])
