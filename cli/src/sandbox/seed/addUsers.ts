import { createUser, updateUser } from '@connex/sdk'
import type { Desks } from './openDesks.ts'

/** Until when the locked user stays locked: a year from the first start. */
const LOCK_SECONDS = 365 * 24 * 3600

/** Every tenant's administrator makes its users known to the server, itself first. */
export async function addUsers(desks: Desks): Promise<void> {
  await Promise.all(
    Object.values(desks).map(async ({ tenant, client }) => {
      for (const { address, name, status } of tenant.users) {
        await createUser(client, { userAddr: address, name, userId: name })
        if (status === 'INACTIVE') await updateUser(client, { userAddr: address, status: 'INACTIVE' })
        if (status === 'LOCKED') {
          const lockExpiration = Math.floor(Date.now() / 1000) + LOCK_SECONDS
          await updateUser(client, { userAddr: address, lockExpiration })
        }
      }
    }),
  )
}
