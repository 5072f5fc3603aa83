// Whole deliveries, as their parties make them: private details stored, created, received and registered, each by a signed
// request to the server and a transaction of its own on the ledger.
import { deliveryManagerAbi } from '@connex/contracts'
import { AccountNumber, DeliveryDetails, DeliveryId, fingerprintOf, freshSalt } from '@connex/protocol'
import { call } from '@connex/sdk'
import { contractCall } from '../../sdk/src/ledger/contractCall.ts'
import { dappOf } from '../../sdk/src/ledger/dappOf.ts'
import { hex } from '../../sdk/src/ledger/hex.ts'
import { accountData, digitalLeg } from '../../sdk/src/ledger/legs.ts'
import { insist } from './insist.ts'
import type { Lane } from './openLane.ts'
import type { Market } from './startMarket.ts'
import { watchBlocks } from './watchBlocks.ts'
import type { BlockWatch } from './watchBlocks.ts'

/** One after the other until the signal, `inFlight` on their way at a time; how many that were. */
export async function settleDeliveries(
  market: Market,
  { inFlight, signal }: { inFlight: number; signal: AbortSignal },
): Promise<number> {
  const blocks = await watchBlocks(market.ledger)
  let numBegun = 0
  const settleMore = async () => {
    while (!signal.aborted) {
      numBegun += 1
      await settleOne(market, blocks, DeliveryId.parse(freshSalt()), numBegun)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, settleMore)).finally(() => blocks.stop())
  return numBegun
}

async function settleOne(
  { lanes, members, registry }: Market,
  blocks: BlockWatch,
  id: DeliveryId,
  index: number,
): Promise<void> {
  const lane = (party: keyof typeof lanes): Lane => {
    const found = lanes[party][index % lanes[party].length]
    if (found === undefined) throw new TypeError('a party has lanes')
    return found
  }
  const creator = lane('alpenbank')
  const manager = await dappOf(creator.client, 'delivery')
  const details = DeliveryDetails.parse({ salt: freshSalt(), description: `Rebalancing ${index}` })
  await insist(() => call(creator.client, 'putDeliveryDetails', { body: { deliveryId: id, details } }))
  const leg = digitalLeg({
    ...registry,
    sender: members.alpenbank.address,
    receiver: members.rhone.address,
    quantity: 1n,
    senderAccount: AccountNumber.parse('11'),
  })
  const fingerprint = hex(fingerprintOf(details))
  const creation = contractCall(deliveryManagerAbi, manager, 'createDelivery', [
    hex(id),
    fingerprint,
    [leg],
    0n,
  ])
  await blocks.mined(await creator.send([creation]))
  const received = accountData(AccountNumber.parse('33'))
  const receipt = contractCall(deliveryManagerAbi, manager, 'confirmAsReceiver', [hex(id), [leg], [received]])
  // The registrar confirms last, and then the delivery settles.
  await blocks.mined(await lane('rhone').send([receipt]))
  await lane('registrar').send([
    contractCall(deliveryManagerAbi, manager, 'confirmDelivery', [hex(id), [leg], ['0x']]),
  ])
}
