// What is otherwise now than when a colleague proposed it: what an approver weighs, beside what forbids an approval.
import { cashOf, formatCash, formatQuantity, shownIdentifier, toQuantity } from '@connex/protocol'
import type { InstrumentId, Quantity } from '@connex/protocol'
import { assetText, dealOf } from '@connex/protocol/deals'
import type { Asset, Deal, DealDetails } from '@connex/protocol/deals'
import { valueTestOf } from '@connex/protocol/substitutions'
import type { Haircuts, Prices, TestedMove, ValueTest } from '@connex/protocol/substitutions'
import type { Client } from '../client/client.ts'
import { requireClient } from '../client/client.ts'
import { getDeal } from '../deals/deals.ts'
import type { LoadedDeal } from '../deals/deals.ts'
import { everyPage } from '../http/call.ts'
import type { CallControl } from '../http/call.ts'
import { isKnownCall } from '../ledger/review.ts'
import type { SignedCall, SignedLeg } from '../ledger/review.ts'
import { listRegistryInstruments } from '../registries/queries.ts'
import { utcDay } from '../session/session.ts'
import type { Balance } from './doubts.ts'
import type { Proposal } from './readProposal.ts'
import { readBalances } from './shortages.ts'

/**
 * `available`: of an account from which the caller's tenant delivers. `outstanding`: of a lot that the delivery moves. `value`: what the
 * value test of a substitution says, at the prices that it quotes, of the deal as it was and as it is.
 */
export type ProposalChange =
  | ({ kind: 'available' } & Balance)
  | {
      kind: 'outstanding'
      lot: string
      instrument: string
      decimals: number
      before: Quantity
      now: Quantity
    }
  | { kind: 'value'; before: string; now: string }

/**
 * What has changed since a proposal was made: the quantities available in the accounts from which it delivers, what is outstanding of the
 * deal, and the value test of a substitution. Computed here, from the deal's deliveries, the quoted prices and the bytes to be signed.
 *
 * @example
 * const changes = await findProposalChanges(client, await readProposal(client, workflowId))
 * console.info(changes.map(proposalChangeText))
 */
export async function findProposalChanges(
  client: Client,
  { workflow, calls }: Pick<Proposal, 'workflow' | 'calls'>,
  control: CallControl = {},
): Promise<ProposalChange[]> {
  requireClient(client)
  const known = calls.filter((one) => isKnownCall(one))
  const balances = await readBalances(client, known, workflow.createdAt, control)
  const available = balances.flatMap((one): ProposalChange[] =>
    one.before === one.now ? [] : [{ kind: 'available', ...one }],
  )
  const ofDeals: ProposalChange[] = []
  for (const one of known)
    if (one.functionName === 'createDelivery') ofDeals.push(...(await dealChanges(client, one, control)))
  return [...available, ...ofDeals]
}

/**
 * A change in a sentence, before and now. Pure.
 *
 * @example
 * proposalChangeText(change) // 'Outstanding of P1: 10,000,000.00 DE000A2LQ5M4 when it was proposed, 7,000,000.00 now.'
 */
export function proposalChangeText(change: ProposalChange): string {
  if (change.kind === 'value') return `Value test: ${change.before} when it was proposed; ${change.now} now.`
  const { instrument, decimals } = change
  const text = (quantity: Quantity) => formatQuantity(quantity, decimals)
  const compared = `${text(change.before)} ${instrument} when it was proposed, ${text(change.now)} now`
  return change.kind === 'available'
    ? `Available in account ${change.account}: ${compared}; it needs ${text(change.needed)}.`
    : `Outstanding of ${change.lot}: ${compared}.`
}

type Created = SignedCall & { details: DealDetails | null }

async function dealChanges(
  client: Client,
  { legs, details }: Created,
  control: CallControl,
): Promise<ProposalChange[]> {
  const { deal: event, openingDeliveryId } = details ?? {}
  if (event === undefined || openingDeliveryId === undefined) return []
  const loaded = await getDeal(client, openingDeliveryId, {}, control)
  const before = dealAt(loaded, event.basedOn, event.effectiveDate)
  // A state that is unknown here is a doubt of its own.
  if (before === undefined) return []
  const now = loaded.deal
  const outstanding = (event.lots ?? []).flatMap(({ lot }) => outstandingChange(lot, before, now))
  if (event.event !== 'SUBSTITUTION') return outstanding
  const moves = await movesOf(client, before, { legs, lots: event.lots ?? [] }, control)
  const testOn = (deal: Deal, date: string): string =>
    testText(
      valueTestOf(deal, moves, {
        date,
        prices: pricesIn(event),
        haircuts: haircutsIn(event, moves, deal),
      }),
    )
  const [then, today] = [testOn(before, event.effectiveDate), testOn(now, utcDay(client))]
  return then === today ? outstanding : [...outstanding, { kind: 'value', before: then, now: today }]
}

/** The deal as its settled deliveries made it up to a hash; undefined where that is none of its hashes. */
function dealAt({ deal, deliveries }: LoadedDeal, hash: string, date: string): Deal | undefined {
  const settled = deal.events.filter(({ status }) => status === 'SETTLED')
  const index = settled.findIndex((one) => one.hash === hash)
  const [opening, ...events] = deliveries
  if (index === -1 || opening === undefined) return undefined
  const ids = new Set(settled.slice(0, index + 1).map(({ deliveryId }) => deliveryId))
  return dealOf(
    opening,
    events.filter(({ deliveryId }) => ids.has(deliveryId)),
    date,
  )
}

function outstandingChange(name: string, before: Deal, now: Deal): ProposalChange[] {
  const [then, today] = [before, now].map(({ lots }) => lots.find(({ lot }) => lot === name))
  if (then === undefined || then.outstanding === today?.outstanding) return []
  return [
    {
      kind: 'outstanding',
      lot: name,
      instrument: assetText(then.asset),
      decimals: then.asset.decimals,
      before: toQuantity(then.outstanding),
      now: toQuantity(today?.outstanding ?? 0n),
    },
  ]
}

type Event = NonNullable<DealDetails['deal']>

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

/** What the legs move, by the lots that the details name; what comes in as its registry describes it. */
async function movesOf(
  client: Client,
  { lots }: Deal,
  { legs, lots: named }: { legs: readonly SignedLeg[]; lots: NonNullable<Event['lots']> },
  control: CallControl,
): Promise<TestedMove[]> {
  const registryIds = [...new Set(legs.flatMap(({ registryId }) => registryId ?? []))]
  const known = await everyPage((page) => listRegistryInstruments(client, { ...page, registryIds }, control))
  return named.flatMap(({ legIdx, lot }): TestedMove[] => {
    const leg = legs[legIdx]
    if (leg?.registryId === undefined) return []
    const held = lots.find((one) => one.lot === lot)
    const found = known.find(({ registryId }) => registryId === leg.registryId)
    const asset: Asset | undefined =
      held?.asset ??
      (found && {
        assetManagerAddr: leg.assetManagerAddr,
        assetId: leg.registryId,
        instrumentId: found.instrumentId,
        identifier: found.identifier,
        decimals: found.decimals,
      })
    if (asset === undefined) return []
    return [{ lot, asset, quantity: leg.quantity, way: held === undefined ? 'in' : 'out' }]
  })
}

const UNTESTED = {
  priceMissing: 'there is no price for {assets}',
  priceStale: 'the price of {assets} is too old',
  currenciesDiffer: 'the price of {assets} is in another currency than the deal',
} as const satisfies Record<NonNullable<ValueTest['untested']>['code'], string>

/** The decisive test, what the deal's cover becomes, and why neither can be relied on. */
function testText({ untested, currency, exposure, decisive, ...tests }: ValueTest): string {
  const money = (cents: bigint): string => formatCash(cashOf(cents), currency ?? '')
  const shortBy = tests[decisive]?.shortBy
  return [
    ...(shortBy === undefined ? [] : [shortBy > 0n ? `${money(shortBy)} too little` : 'enough']),
    ...(exposure === null
      ? []
      : [
          exposure.after > 0n
            ? `the deal is ${money(exposure.after)} uncovered after it`
            : `the deal is covered after it with ${money(-exposure.after)} to spare`,
        ]),
    ...(untested === null
      ? []
      : [UNTESTED[untested.code].replace('{assets}', () => untested.assets.map(shownIdentifier).join(', '))]),
  ].join(', ')
}
