// Cancels: an investor's, the registrar's refusal, and the operator's in the place of a registrar that is gone.
import { deliveryManagerAbi } from '@connex/contracts'
import type { CancelKind, Delivery, DeliveryId, Transfer } from '@connex/protocol'
import { ZERO_BYTES32, actionsFor } from '@connex/protocol'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { createdLegs } from '../ledger/legs.ts'
import { hex } from '../ledger/scalars.ts'
import { send } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import type { SaltedReason } from '../platform/comments.ts'
import { saltedReason } from '../platform/comments.ts'
import { currentMe } from '../session/session.ts'
import { actedTransfer } from './actedTransfer.ts'

export type CancelParameters = {
  deliveryId: DeliveryId
  /** As it was just read, for a dry run. It is read again before anything is signed. */
  transfer?: Transfer | undefined
  reason?: string | undefined
}

/** `kind`: canceled now, or requested only. `reason`: the private comment behind the fingerprint on the ledger. */
export type Canceled = Sent & { kind: CancelKind; reason: SaltedReason | undefined }

/**
 * Cancels a transfer, requests cancellation, or accepts the other side's request, whichever the rules allow now. The reason
 * goes to the parties as a private comment first, so that every reason on the ledger can be read.
 *
 * @example
 * const { kind } = await cancelTransfer(client, { deliveryId, reason: 'Wrong quantity' }) // 'cancel', 'requestCancel', …
 */
export async function cancelTransfer(
  client: Client,
  parameters: CancelParameters,
  options: SendOptions = {},
): Promise<Canceled> {
  requireClient(client)
  const transfer = await actedTransfer(client, parameters, options)
  return cancelDelivery(client, transfer, parameters.reason, options)
}

/** The same for a transfer that was just read. */
export async function cancelDelivery(
  client: Client,
  transfer: Transfer,
  reason: string | undefined,
  options: SendOptions,
): Promise<Canceled> {
  const { tenant } = await currentMe(client)
  const kind = actionsFor(transfer, tenant.address).cancel?.kind
  if (kind === undefined) throw new ClientError('notCancelable')
  if (kind === 'refuse' && !reason) throw new ClientError('reasonMissing')
  const salted = reason ? saltedReason(reason) : undefined
  if (salted !== undefined && options.dryRun !== 'only') {
    const { deliveryId } = transfer
    const body = { deliveryId, comment: salted.comment, untilOnLedger: options.isProposal }
    await call(client, 'putDeliveryComment', { body, signal: options.signal })
  }
  const cancel = contractCall(deliveryManagerAbi, transfer.deliveryManagerAddr, 'cancelDelivery', [
    hex(transfer.deliveryId),
    createdLegs(transfer.legs),
    hex(salted?.fingerprint ?? ZERO_BYTES32),
  ])
  return { kind, reason: salted, ...(await send(client, [cancel], options)) }
}

export type RefuseParameters = { deliveryId: DeliveryId; reason: string }

/**
 * The registrar's refusal, at any time before settlement: it cancels the delivery. A payment that was reported has to
 * be returned outside the ledger.
 *
 * @example
 * await refuseAsRegistrar(client, { deliveryId, reason: 'The deposit has not arrived' })
 */
export const refuseAsRegistrar = (
  client: Client,
  parameters: RefuseParameters,
  options: SendOptions = {},
): Promise<Canceled> => cancelTransfer(client, parameters, options)

/** As a party reads it from its own server: `getTransfer`. */
export type ExpiredDelivery = Pick<Delivery, 'deliveryId' | 'deliveryManagerAddr' | 'legs'>

/**
 * The platform's operator cancels an expired delivery after a reported payment, once no registrar that is neither
 * sender nor receiver of a leg is in good standing. The operator is not a party: a party gives it the delivery, and the
 * operator gives the parties the reason.
 *
 * @example
 * const { reason } = await cancelExpired(operator, { delivery, reason: 'The custodian is in liquidation' })
 */
export async function cancelExpired(
  client: Client,
  { delivery, reason }: { delivery: ExpiredDelivery; reason: string },
  options: SendOptions = {},
): Promise<Sent & { reason: SaltedReason }> {
  requireClient(client)
  const salted = saltedReason(reason)
  const cancel = contractCall(deliveryManagerAbi, delivery.deliveryManagerAddr, 'cancelExpired', [
    hex(delivery.deliveryId),
    createdLegs(delivery.legs),
    hex(salted.fingerprint),
  ])
  return { reason: salted, ...(await send(client, [cancel], options)) }
}
