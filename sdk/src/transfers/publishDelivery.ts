// New deliveries: private details first, then the ledger.
import { deliveryManagerAbi } from '@connex/contracts'
import { DeliveryDetails, fingerprintOf, randomBytes32 } from '@connex/protocol'
import type { Address, DeliveryId, Seconds } from '@connex/protocol'
import type { DealDetails } from '@connex/protocol/deals'
import type { Client } from '../client/client.ts'
import { ClientError } from '../errors.ts'
import { parseInput } from '../parseInput.ts'
import { call } from '../http/call.ts'
import { contractCall } from '../ledger/contractCall.ts'
import { dappOf } from '../ledger/controller.ts'
import { deliveryIdOf } from '../ledger/legs.ts'
import type { LedgerLeg } from '../ledger/legs.ts'
import { hex } from '../ledger/scalars.ts'
import { send } from '../ledger/send.ts'
import type { SendOptions, Sent } from '../ledger/transaction.ts'
import { currentMe } from '../session/session.ts'

export type NewDelivery = {
  legs: readonly LedgerLeg[]
  /** Private between the parties. The server checks the fields of deals. */
  details: Omit<DealDetails, 'salt'>
  /** A UTC midnight before which nothing settles. */
  valueDate?: Seconds | undefined
}

export type Created = Sent & { deliveryId: DeliveryId }

export type CreatedTogether = Sent & { deliveryIds: readonly DeliveryId[] }

/** Stores the private details on the tenant's own server first; then the delivery goes to the ledger with their fingerprint. */
export async function publishDelivery(
  client: Client,
  delivery: NewDelivery,
  options: SendOptions = {},
): Promise<Created> {
  const prepared = prepare(await creatorOf(client), delivery)
  const sent = await publishPrepared(client, [prepared], options)
  return { deliveryId: prepared.deliveryId, ...sent }
}

/** The same for several, which reach the ledger in one transaction: all of them, or none. */
export async function publishDeliveries(
  client: Client,
  deliveries: readonly NewDelivery[],
  options: SendOptions = {},
): Promise<CreatedTogether> {
  const creator = await creatorOf(client)
  const prepared = deliveries.map((delivery) => prepare(creator, delivery))
  const sent = await publishPrepared(client, prepared, options)
  return { deliveryIds: prepared.map(({ deliveryId }) => deliveryId), ...sent }
}

type Prepared = ReturnType<typeof prepare>

const creatorOf = async (client: Client): Promise<Address> => (await currentMe(client)).tenant.address

function prepare(creator: Address, { details: unsalted, legs, valueDate = 0 }: NewDelivery) {
  const details = parseInput(DeliveryDetails, { ...unsalted, salt: randomBytes32() })
  const privateDataFp = fingerprintOf(details)
  const deliveryId = deliveryIdOf({ creator, privateDataFp, legs, valueDate })
  return { deliveryId, details, privateDataFp, legs, valueDate }
}

async function publishPrepared(
  client: Client,
  deliveries: readonly Prepared[],
  options: SendOptions,
): Promise<Sent> {
  const manager = await dappOf(client, 'delivery')
  if (options.storeBy !== undefined) for (const delivery of deliveries) await options.storeBy(delivery)
  else if (options.dryRun !== 'only') {
    for (const delivery of deliveries) await store(client, delivery, options)
    options.onProgress?.({ step: 'stored' })
  }
  const creations = deliveries.map(({ deliveryId, privateDataFp, legs, valueDate }) =>
    contractCall(deliveryManagerAbi, manager, 'createDelivery', [
      hex(deliveryId),
      hex(privateDataFp),
      legs,
      BigInt(valueDate),
    ]),
  )
  return send(client, creations, options)
}

async function store(
  client: Client,
  { deliveryId, details, privateDataFp }: Prepared,
  { signal }: SendOptions,
): Promise<void> {
  const stored = await call(client, 'putDeliveryDetails', { body: { deliveryId, details }, signal })
  if (stored.fingerprint !== privateDataFp) throw new ClientError('unexpectedAnswer', 'fingerprint')
}
