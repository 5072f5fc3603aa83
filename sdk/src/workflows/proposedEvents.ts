// The events of deals that a proposal creates or confirms, and what a substitution among them moves and quotes.
import { shownIdentifier } from '@connex/protocol'
import type { DeliveryId, InstrumentId, RegistryInstrument } from '@connex/protocol'
import { dealOf } from '@connex/protocol/deals'
import type { Asset, Deal, DealDetails } from '@connex/protocol/deals'
import { valueTestOf } from '@connex/protocol/substitutions'
import type { Haircuts, Prices, TestedMove, ValueTest } from '@connex/protocol/substitutions'
import type { Client } from '../client/client.ts'
import type { LoadedDeal } from '../deals/deals.ts'
import { everyPage } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import type { SignedCall, SignedLeg } from '../ledger/review.ts'
import { labelIn } from '../registries/assetLabels.ts'
import { listRegistryInstruments } from '../registries/queries.ts'

type Event = NonNullable<DealDetails['deal']>

export type ProposedEvent = {
  deliveryId: DeliveryId
  openingDeliveryId: DeliveryId
  /** False of a confirmation: then the delivery is on the ledger. */
  isCreated: boolean
  legs: readonly SignedLeg[]
  event: Event
}

/** Each event once, however many calls confirm it; a cancellation moves nothing. Pure. */
export function eventsIn(calls: readonly (SignedCall & { details: DealDetails | null })[]): ProposedEvent[] {
  const events = new Map<DeliveryId, ProposedEvent>()
  for (const { functionName, deliveryId, legs, details } of calls) {
    const { deal: event, openingDeliveryId } = details ?? {}
    if (functionName === 'cancelDelivery' || event === undefined || openingDeliveryId === undefined) continue
    const isCreated = functionName === 'createDelivery'
    events.set(deliveryId, { deliveryId, openingDeliveryId, isCreated, legs, event })
  }
  return [...events.values()]
}

/** The deal as its settled deliveries made it when an event was created; undefined where its hash is none of the deal's. */
export function dealAt(
  { deal, deliveries }: LoadedDeal,
  { basedOn, effectiveDate }: Pick<Event, 'basedOn' | 'effectiveDate'>,
): Deal | undefined {
  const settled = deal.events.filter(({ status }) => status === 'SETTLED')
  const index = settled.findIndex((one) => one.hash === basedOn)
  const [opening, ...events] = deliveries
  if (index === -1 || opening === undefined) return undefined
  const ids = new Set(settled.slice(0, index + 1).map(({ deliveryId }) => deliveryId))
  return dealOf(
    opening,
    events.filter(({ deliveryId }) => ids.has(deliveryId)),
    effectiveDate,
  )
}

/** `unknown` names the securities that this client cannot read: a value test without them would be wrong. */
export type EventMoves = { moves: TestedMove[]; unknown: string[] }

/** What the legs of a substitution move, by the lots that its details name; what comes in as its registry describes it. */
export async function movesOf(
  client: Client,
  deal: Deal,
  { legs, event: { lots = [] } }: Pick<ProposedEvent, 'legs' | 'event'>,
  control: CallControl,
): Promise<EventMoves> {
  const registryIds = [...new Set(legs.flatMap(({ registryId }) => registryId ?? []))]
  const known = await everyPage((page) => listRegistryInstruments(client, { ...page, registryIds }, control))
  const moves: TestedMove[] = []
  const unknown = lots.filter(({ legIdx }) => legs[legIdx]?.registryId === undefined).map(({ lot }) => lot)
  for (const [legIdx, leg] of legs.entries()) {
    if (leg.registryId === undefined) continue
    const lot = lots.find((one) => one.legIdx === legIdx)?.lot
    const held = deal.lots.find((one) => one.lot === lot)
    const asset = held?.asset ?? assetOf(leg, known)
    if (lot === undefined || asset === undefined)
      unknown.push([lot, shownIdentifier(leg.registryId)].filter(Boolean).join(' '))
    else moves.push({ lot, asset, quantity: leg.quantity, way: held === undefined ? 'in' : 'out' })
  }
  return { moves, unknown }
}

function assetOf(
  { registryId, assetManagerAddr }: SignedLeg,
  known: readonly RegistryInstrument[],
): Asset | undefined {
  const found = known.find((one) => one.registryId === registryId)
  if (found === undefined) return undefined
  const { instrumentId, identifier, decimals } = found
  return {
    assetManagerAddr,
    assetId: found.registryId,
    instrumentId,
    identifier,
    decimals,
    ...labelIn(found),
  }
}

/** The value tests of a substitution at the prices and haircuts that its details name. Pure. */
export const quotedTestOf = (
  deal: Deal,
  moves: readonly TestedMove[],
  event: Event,
  date: string,
): ValueTest =>
  valueTestOf(deal, moves, { date, prices: pricesIn(event), haircuts: haircutsIn(event, moves, deal) })

const pricesIn = ({ priceUsed = [] }: Event): Prices =>
  new Map(priceUsed.map(({ instrument, ...price }) => [instrument, { ...price, currency: null }]))

function haircutsIn({ amend }: Event, moves: readonly TestedMove[], { lots }: Deal): Haircuts {
  const assetOf = (name: string) => [...lots, ...moves].find(({ lot }) => lot === name)?.asset
  return new Map<InstrumentId, string>(
    (amend?.haircuts ?? []).flatMap(({ lot, haircut }): (readonly [InstrumentId, string])[] => {
      const instrument = assetOf(lot)?.instrumentId
      return instrument == null ? [] : [[instrument as InstrumentId, haircut]]
    }),
  )
}
