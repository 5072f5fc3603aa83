import type { Me } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'

/**
 * Who the wallet belongs to: the user, also when locked or inactive, and the tenant.
 *
 * @example
 * const { user, tenant } = await whoami(client)
 */
export async function whoami(client: Client, control: CallControl = {}): Promise<Me> {
  requireClient(client)
  const { session } = client
  const me = call(client, 'me', control)
  session.me = me
  me.catch(() => {
    if (session.me === me) session.me = undefined
  })
  return me
}

/** The same from this session's memory, where it was asked before. */
export const currentMe = (client: Client): Promise<Me> => client.session.me ?? whoami(client)
