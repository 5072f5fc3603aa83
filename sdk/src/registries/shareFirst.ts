import { fingerprintOf } from '@connex/protocol'
import type { CallBody } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { storeFirst } from '../ledger/send.ts'
import type { SendOptions } from '../ledger/transaction.ts'

/** Gives a registry's reason or reference to the tenants that share it, before its fingerprint goes to the ledger. */
export async function shareFirst(
  client: Client,
  body: Pick<CallBody<'putComment'>, 'type' | 'comment' | 'sharedWith'>,
  options: SendOptions,
): Promise<void> {
  const stored = await storeFirst(client, 'putComment', body, options)
  if (stored !== undefined && stored.fingerprint !== fingerprintOf(body.comment))
    throw new ClientError('unexpectedAnswer', 'fingerprint')
}
