import type { Client } from '../createClient.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'

/**
 * Exchanges a signed request for the bearer token that platform calls carry from now on.
 *
 * @example
 * await login(client)
 */
export async function login(client: Client, control: CallControl = {}): Promise<void> {
  const { token, expiresAt } = await call(client, 'login', control)
  client.session.token = { value: token, expiresAt }
}
