import { acceptInvitation, createUser, updateUser } from '@connex/sdk'
import { openWallet } from './openDesks.ts'
import type { Desks, Where } from './openDesks.ts'

/** Until when the locked user stays locked: a year from the first start. */
const LOCK_SECONDS = 365 * 24 * 3600

/** Every tenant's administrator invites its users, itself first, and each user's wallet accepts. */
export async function addUsers(desks: Desks, where: Where): Promise<void> {
  await Promise.all(
    Object.values(desks).map(async ({ tenant, client }) => {
      for (const user of tenant.users) {
        const { address, name, status } = user
        const { invitationToken } = await createUser(client, { userAddr: address, name, userId: name })
        const wallet = await openWallet(tenant, user, where)
        await acceptInvitation(wallet, { token: invitationToken })
        if (status === 'INACTIVE') await updateUser(client, { userAddr: address, status: 'INACTIVE' })
        if (status === 'LOCKED') {
          const lockExpiration = Math.floor(Date.now() / 1000) + LOCK_SECONDS
          await updateUser(client, { userAddr: address, lockExpiration })
        }
      }
    }),
  )
}
