// Salted texts: reasons and comments, bound by their fingerprints.
import type {
  CallAnswer,
  CallBody,
  CallName,
  DeliveryCommentType,
  DeliveryId,
  Fingerprint,
} from '@connex/protocol'
import { SaltedText, fingerprintOf, freshSalt } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import type { CallControl } from '../http/call.ts'
import { call } from '../http/call.ts'

/** A reason as it is fingerprinted: salted, so that nobody can guess it from the fingerprint on the ledger. */
export type SaltedReason = { comment: SaltedText; fingerprint: Fingerprint }

/**
 * A reason with a fresh salt, and its fingerprint. Pure but for the salt.
 *
 * @example
 * const { comment, fingerprint } = saltedReason('Corporate action')
 */
export function saltedReason(reason: string): SaltedReason {
  const comment = SaltedText.parse({ salt: freshSalt(), text: reason })
  return { comment, fingerprint: fingerprintOf(comment) }
}

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

const COMMENT_CALLS = {
  INTERNAL: 'putInternalComment',
  PRIVATE: 'putDeliveryComment',
} as const satisfies Record<DeliveryCommentType, CallName>

export type CommentParameters = {
  deliveryId: DeliveryId
  text: string
  /** Who reads it: all parties of the delivery (PRIVATE, the default), or only the author's tenant (INTERNAL). */
  type?: DeliveryCommentType | undefined
}

/**
 * Writes a comment on a delivery; its fingerprint comes back.
 *
 * @example
 * await writeDeliveryComment(client, { deliveryId, text: 'Cash sent with reference 4711' })
 */
export async function writeDeliveryComment(
  client: Client,
  { deliveryId, text, type = 'PRIVATE' }: CommentParameters,
  control: CallControl = {},
): Promise<Fingerprint> {
  requireClient(client)
  const { comment, fingerprint } = saltedReason(text)
  const stored = await call(client, COMMENT_CALLS[type], {
    ...control,
    body: { deliveryId, comment },
  })
  if (stored.fingerprint !== fingerprint) throw new ClientError('unexpectedAnswer', 'fingerprint')
  return fingerprint
}
