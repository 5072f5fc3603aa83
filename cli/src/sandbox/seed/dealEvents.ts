// What happens to a repo of the examples after its opening: half of the bonds go back, or others take their place.
import { businessDayUntil, TARGET } from '@connex/protocol'
import type { AccountNumber, DeliveryId } from '@connex/protocol'
import { confirmAsRegistrar, createReturn, createSubstitution } from '@connex/sdk'
import type { Created, SendOptions, Sent } from '@connex/sdk'
import type { Desk } from './desks.ts'
import { assetOf } from './holdings.ts'
import type { Holding } from './holdings.ts'
import { confirmKnown } from './steps.ts'
import type { Step } from './steps.ts'

export type DealEvent = 'RETURN' | 'SUBSTITUTION'

type OpenRepo = {
  opening: Promise<DeliveryId>
  registrar: Desk
  /** What the seller delivered, into the buyer's account. */
  given: Holding
  quantity: bigint
  buyer: Desk
  buyerAccount: AccountNumber
}

/** A bond's denomination. */
const PIECE = 100n

/** The buyer gives half back, and the seller pays for it. */
export function partReturn({ opening, registrar, given, quantity, buyer }: OpenRepo): Step[] {
  const { desk: seller, account } = given
  const half = quantity / 2n
  const { create, next } = following(buyer, async (together) =>
    createReturn(
      buyer.client,
      {
        deliveryId: await opening,
        quantities: { P1: half - (half % PIECE) },
        repurchaseDate: businessDayUntil(new Date().toISOString().slice(0, 10), TARGET),
      },
      together,
    ),
  )
  const accounts = { deliver: account, receive: account }
  return [
    create,
    next(seller, (deliveryId, how) => confirmKnown(seller, deliveryId, { accounts, ...how })),
    next(buyer, (deliveryId, how) => confirmKnown(buyer, deliveryId, how)),
    next(registrar, (deliveryId, how) => confirmAsRegistrar(registrar.client, deliveryId, how)),
  ]
}

/** The seller takes everything back, and gives as much of another bond as it is worth. */
export function substitution(repo: OpenRepo, substitute: Holding): Step[] {
  const { opening, registrar, given, quantity, buyer, buyerAccount } = repo
  const { desk: seller } = given
  const priceOf = ({ registry }: Holding, clean: string) => ({
    instrumentId: registry.instrument.instrumentId,
    clean,
  })
  const { create, next } = following(seller, async (together) =>
    createSubstitution(
      seller.client,
      {
        deliveryId: await opening,
        out: { P1: quantity },
        in: [{ ...assetOf(substitute.registry), account: substitute.account, quantity: 'ENOUGH' }],
        prices: [priceOf(given, '99.10'), priceOf(substitute, '98.50')],
      },
      together,
    ),
  )
  const accounts = { deliver: buyerAccount, receive: buyerAccount }
  return [
    create,
    next(buyer, (deliveryId, how) => confirmKnown(buyer, deliveryId, { accounts, ...how })),
    next(registrar, (deliveryId, how) => confirmAsRegistrar(registrar.client, deliveryId, how)),
  ]
}

/** A step that creates a transfer, and what makes the steps after it. */
export function following(desk: Desk, make: (together: SendOptions) => Promise<Created>) {
  const { promise: deliveryId, resolve } = Promise.withResolvers<DeliveryId>()
  const create: Step = {
    desk,
    async act(together) {
      const created = await make(together)
      resolve(created.deliveryId)
      return created
    },
  }
  const next = (by: Desk, act: (id: DeliveryId, together: SendOptions) => Promise<Sent>): Step => ({
    desk: by,
    act: async (together) => act(await deliveryId, together),
  })
  return { deliveryId, create, next }
}
