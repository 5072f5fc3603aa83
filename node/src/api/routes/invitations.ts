// How users and tenants come in by their tokens.
import { Bytes32, TENANT_TRANSITIONS, freshSalt, isApiAddress, nextState } from '@connex/protocol'
import type { TenantInvitation } from '@connex/protocol'
import { newApiAddress } from '../../ledger/calls.ts'
import type { TenantCall } from '../../ledger/calls.ts'
import { announce } from '../../storage/projections/announcements.ts'
import {
  confirmTenantToken,
  deleteInvitedUser,
  findInvitation,
  insertInvitation,
  isTenantName,
  listInvitations,
  listUserRegistrations,
  deleteInvitation,
  storeRegistrationTx,
  rejectTenantToken,
  useUserToken,
} from '../../storage/queries/invitations.ts'
import { inTransaction } from '../../storage/engine/database.ts'
import { findUser, isConfirmedElsewhere, updateUser } from '../../storage/queries/users.ts'
import type { ApiContext } from '../call/context.ts'
import { ApiError } from '../../common/errors.ts'
import { freshToken } from '../auth/bearerToken.ts'
import type { Handlers } from '../call/handler.ts'
import { publishRaw, readTenantCalls } from '../ledger/rawTransaction.ts'

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
      await announce(trx, [
        { topic: 'platform', keys: [address], block: null, txHashes: [], tenants: [tenant] },
      ])
      return { ...user, status: 'ACTIVE' as const }
    }),

  invitations: ({ context, viewer, query }) =>
    listInvitations(context.database.kysely, viewer.tenant, query.state, query),

  inviteTenant: ({ context, viewer, body }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const id = await insertInvitation(trx, viewer.tenant, {
        name: body.name,
        token: freshToken(),
        registrationReference: Bytes32.parse(freshSalt()),
      })
      const invitation = await findInvitation(trx, viewer.tenant, id)
      if (invitation === undefined) throw new ApiError('invitationNotFound')
      return invitation
    }),

  deleteInvitation: ({ context, viewer, query }) =>
    inTransaction(context.database.kysely, async (trx) => {
      const invitation = await findInvitation(trx, viewer.tenant, query.id)
      if (invitation === undefined) throw new ApiError('invitationNotFound')
      if (nextState(TENANT_TRANSITIONS, invitation.state, 'delete') === undefined)
        throw new ApiError('invitationNotInvited')
      await deleteInvitation(trx, viewer.tenant, query.id)
      return {}
    }),

  // A name that is taken leaves the token unused.
  confirmInvitation: ({ context, viewer, body, note }) =>
    inTransaction(context.database.kysely, async (trx) => {
      if (body.tenant === null) {
        const rejected = await rejectTenantToken(trx, body.token, viewer.address)
        if (rejected === undefined) throw new ApiError('invitationNotFound')
        note({ tenantAddr: rejected.tenant })
        return { id: rejected.id, state: 'REJECTED' as const }
      }
      requireApiAddress(context, body.tenant.api)
      const confirmed = await confirmTenantToken(trx, body.token, viewer.address, body.tenant)
      if (confirmed === undefined) throw new ApiError('invitationNotFound')
      if (await isTenantName(trx, body.tenant.name)) throw new ApiError('tenantNameTaken')
      note({ tenantAddr: confirmed.tenant })
      return { id: confirmed.id, state: 'CONFIRMED' as const }
    }),

  // What stands on the ledger in the end is what the index sees of it.
  registerTenant: async ({ context, viewer, body, change }) => {
    const db = context.database.kysely
    const invitation = await findInvitation(db, viewer.tenant, body.id)
    if (invitation === undefined) throw new ApiError('invitationNotFound')
    if (nextState(TENANT_TRANSITIONS, invitation.state, 'register') === undefined)
      throw new ApiError('invitationNotConfirmed')
    const calls = await readTenantCalls(context, viewer, body.rawTransaction)
    if (calls.filter((one) => isOnboarding(one, invitation)).length !== 1)
      throw new ApiError('transactionOtherTarget')
    const transactionHash = await publishRaw(context, viewer.address, body.rawTransaction)
    return change(async (trx) => {
      await storeRegistrationTx(trx, viewer.tenant, body.id, transactionHash)
      return { transactionHash }
    })
  },

  updateTenant: async ({ context, viewer, body }) => {
    const calls = await readTenantCalls(context, viewer, body.rawTransaction)
    if (!calls.every(({ onTenant }) => CHANGES.some((name) => name === onTenant?.functionName)))
      throw new ApiError('transactionOtherTarget')
    for (const address of calls.map(newApiAddress))
      if (address !== undefined) requireApiAddress(context, address)
    return { transactionHash: await publishRaw(context, viewer.address, body.rawTransaction) }
  },
}

/** What a tenant changes of itself. Its name is the platform operator's to change. */
const CHANGES = ['setString', 'setConfirmer'] as const

/** Everybody reads it on the ledger, and other servers call it. A tenant without a server has none. */
function requireApiAddress({ config }: Pick<ApiContext, 'config'>, text: string): void {
  if (text !== '' && !isApiAddress(text, { allowHttp: config.allowPrivatePeers }))
    throw new ApiError('apiAddressInvalid')
}

/** The very tenant that was invited, with the admin who has confirmed, under the invitation's reference; or back again. */
function isOnboarding({ onPlatform }: TenantCall, invitation: TenantInvitation): boolean {
  if (onPlatform?.functionName === 'registerTenant')
    return onPlatform.args[0].toLowerCase() === invitation.tenantAddr
  if (onPlatform?.functionName !== 'onboard') return false
  const [data, admin] = onPlatform.args
  return (
    data.name === invitation.tenant?.name &&
    data.apiUrl === invitation.tenant.api &&
    data.lei === invitation.tenant.lei &&
    data.registrationReference === invitation.registrationReference &&
    admin.toLowerCase() === invitation.adminAddr
  )
}
