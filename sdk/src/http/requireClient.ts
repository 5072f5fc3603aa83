import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'

/** Callers without types may pass nothing at all. */
export function requireClient(client: Client | undefined): asserts client is Client {
  if (client === undefined || client === null) throw new ClientError('missingClient')
}
