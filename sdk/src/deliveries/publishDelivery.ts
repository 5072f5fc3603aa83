import { deliveryManagerAbi } from '@connex/contracts'
import { DeliveryDetails, DeliveryId, fingerprintOf } from '@connex/protocol'
import type { Seconds } from '@connex/protocol'
import type { Client } from '../createClient.ts'
import { ClientError } from '../errors.ts'
import { call } from '../http/call.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { dappOf } from '../ledger/dappOf.ts'
import { hex } from '../ledger/hex.ts'
import type { LedgerLeg } from '../ledger/legs.ts'
import type { SendOptions, Sent } from '../ledger/progress.ts'
import { randomBytes32 } from '../ledger/randomBytes32.ts'
import { send } from '../ledger/send.ts'

export type NewDelivery = {
  legs: readonly LedgerLeg[]
  /** What stays private between the parties. */
  details: Omit<DeliveryDetails, 'salt'>
  /** A UTC midnight before which nothing settles. */
  valueDate?: Seconds | undefined
}

export type Created = Sent & { deliveryId: DeliveryId }

/** Stores the private details with the own server first; then the delivery goes to the ledger with their fingerprint. */
export async function publishDelivery(
  client: Client,
  delivery: NewDelivery,
  options: SendOptions = {},
): Promise<Created> {
  const deliveryId = DeliveryId.parse(randomBytes32())
  const details = DeliveryDetails.parse({ ...delivery.details, salt: randomBytes32() })
  const privateDataFp = fingerprintOf(details)
  const manager = await dappOf(client, 'delivery')
  if (options.dryRun !== 'only') {
    const body = { deliveryId, details }
    const stored = await call(client, 'putDeliveryDetails', { body, signal: options.signal })
    if (stored.fingerprint !== privateDataFp) throw new ClientError('unexpectedAnswer', 'fingerprint')
    options.onProgress?.({ step: 'stored' })
  }
  const creation = contractCall(deliveryManagerAbi, manager, 'createDelivery', [
    hex(deliveryId),
    hex(privateDataFp),
    delivery.legs,
    BigInt(delivery.valueDate ?? 0),
  ])
  return { deliveryId, ...(await send(client, [creation], options)) }
}
