import type { DeliveryId, Fingerprint } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { saltedReason } from './saltedReason.ts'

export type CommentParameters = {
  deliveryId: DeliveryId
  text: string
  /** For the own tenant alone; otherwise every party of the delivery reads it. */
  isInternal?: boolean | undefined
}

/**
 * Writes a comment on a delivery; its fingerprint comes back.
 *
 * @example
 * await writeDeliveryComment(client, { deliveryId, text: 'Cash sent with reference 4711' })
 */
export async function writeDeliveryComment(
  client: Client,
  { deliveryId, text, isInternal = false }: CommentParameters,
  control: CallControl = {},
): Promise<Fingerprint> {
  const { comment, fingerprint } = saltedReason(text)
  const endpoint = isInternal ? 'putInternalComment' : 'putDeliveryComment'
  const stored = await call(client, endpoint, { ...control, body: { deliveryId, comment } })
  if (stored.fingerprint !== fingerprint) throw new ClientError('unexpectedAnswer', 'fingerprint')
  return fingerprint
}
