import type { CallBody, User } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * Changes a user's name or status, or locks the user until a time; null unlocks.
 *
 * @example
 * await updateUser(client, { userAddr, lockExpiration: 1_800_000_000 })
 */
export const updateUser = (
  client: Client,
  body: CallBody<'updateUser'>,
  control: CallControl = {},
): Promise<User> => call(client, 'updateUser', { ...control, body })
