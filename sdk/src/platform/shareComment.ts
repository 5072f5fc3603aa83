import { fingerprintOf } from '@connex/protocol'
import type { CallAnswer, CallBody } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { requireClient } from '../http/requireClient.ts'

/**
 * Stores a private comment and gives it to the tenants that share it: the text behind a fingerprint on the ledger.
 *
 * @example
 * const { fingerprint } = await shareComment(client, { type: 'reason', comment: { salt: freshSalt(), text: 'Agreed' }, sharedWith: [issuerAddr] })
 */
export async function shareComment(
  client: Client,
  body: Pick<CallBody<'putComment'>, 'type' | 'comment' | 'sharedWith'>,
  control: CallControl = {},
): Promise<CallAnswer<'putComment'>> {
  requireClient(client)
  const stored = await call(client, 'putComment', { ...control, body })
  if (stored.fingerprint !== fingerprintOf(body.comment))
    throw new ClientError('unexpectedAnswer', 'fingerprint')
  return stored
}
