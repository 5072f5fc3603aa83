// How a tenant joins: invited, confirmed with its token, registered on the ledger; and how it changes its own data there.
import { Bytes32, freshSalt, isApiAddress, nextState, TENANT_TRANSITIONS } from '@connex/protocol'
import type { HexData, TenantInvitation } from '@connex/protocol'
import { ApiError } from '../../common/errors.ts'
import { newApiAddress } from '../../ledger/calls.ts'
import type { TenantCall } from '../../ledger/calls.ts'
import { inTransaction } from '../../storage/engine/database.ts'
import {
  confirmTenantToken,
  deleteInvitation,
  findInvitation,
  insertInvitation,
  isTenantName,
  listInvitations,
  rejectTenantToken,
  storeRegistrationTx,
} from '../../storage/queries/invitations.ts'
import { freshToken } from '../auth/bearerToken.ts'
import type { ApiContext } from '../call/context.ts'
import type { Handlers } from '../call/handler.ts'
import { isPublished, publishRaw, readTenantCalls } from '../ledger/rawTransaction.ts'

/** A tenant's changes to itself. Only the platform's operator changes its name. */
const CHANGES = ['setString', 'setConfirmer'] as const

export const invitations = {
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

  // If the name is taken, the token stays valid.
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

  // The index reports whether the registration succeeds on the ledger.
  registerTenant: async ({ context, viewer, body, change }) => {
    const db = context.database.kysely
    const invitation = await findInvitation(db, viewer.tenant, body.id)
    if (invitation === undefined) throw new ApiError('invitationNotFound')
    const mayRegister = nextState(TENANT_TRANSITIONS, invitation.state, 'register') !== undefined
    if (!mayRegister && !(await hasRegistered(context, invitation, body.rawTransaction)))
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
} satisfies Partial<Handlers>

/** Public on the ledger, and called by other servers. Empty for a tenant without a server. */
export function requireApiAddress({ config }: Pick<ApiContext, 'config'>, text: string): void {
  if (text !== '' && !isApiAddress(text, { allowHttp: config.allowPrivatePeers }))
    throw new ApiError('apiAddressInvalid')
}

/**
 * Whether it is sent again after it was published but could not be stored. The index may have the tenant by now; the transaction's hash
 * is still missing.
 */
const hasRegistered = async (
  context: ApiContext,
  { state, txHash }: TenantInvitation,
  rawTransaction: HexData,
): Promise<boolean> => state === 'ACTIVE' && txHash === null && isPublished(context, rawTransaction)

/** Whether the call registers the invited tenant, with the admin who confirmed and the invitation's reference, or restores it. */
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
