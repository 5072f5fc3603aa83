// Two banks and a custodian around one repo: returns by both and substitutions by the seller, on old states, with cancels, chain reorgs,
// and several settlements in a block. Whatever happens, both sides count the same, and nothing goes back twice.
import { expect } from 'vitest'
import { confirmRefusal } from '../src/deals/refusals.ts'
import { dealOf } from '../src/deals/deal.ts'
import type { Deal } from '../src/deals/deal.ts'
import type { DealDelivery } from '../src/deals/dealDelivery.ts'
import { availableOf, remainingOf, substitutableLots } from '../src/deals/outstanding.ts'
import { returnOf } from '../src/deals/returns.ts'
import type { LotName } from '../src/terms/loanTerms.ts'
import type { DealMove } from '../src/deals/returns.ts'
import { substitutionOf } from '../src/substitutions/proposal.ts'
import { assetOf } from '../src/deals/dealDelivery.ts'
import { unitWeights } from '../src/deals/principalShares.ts'
import { fraction, plus, sumOf, times, ZERO } from '../src/repo/fraction.ts'
import { createRandom } from '../../testkit/src/random.ts'
import type { Random } from '../../testkit/src/random.ts'
import { alpen, baltic, deliveryOf, legOf, payment, repoOpening, securities } from './dealDeliveries.ts'

const TODAY = '2026-11-25'
const opening = repoOpening()

type Life = { random: Random; events: DealDelivery[]; block: number }

/** In some order: each side learns of the deliveries in its own. */
function shuffled<Item>({ below }: Random, list: readonly Item[]): Item[] {
  const left = [...list]
  return list.map(() => left.splice(below(left.length), 1)[0] as Item)
}

const dealSeenIn = ({ random, events }: Life): Deal => dealOf(opening, shuffled(random, events), TODAY)

/** What one of the sides knew some events ago. */
const knownDeal = ({ random, events }: Life): Deal =>
  dealOf(opening, events.slice(0, events.length - random.below(Math.min(3, events.length + 1))), TODAY)

const legsOf = (moves: readonly DealMove[]) =>
  moves.map(({ asset, sender, receiver, quantity }) =>
    securities(asset.identifier ?? '', sender, receiver, quantity),
  )

/** One of the sides proposes a return of a part of a lot, or of everything. */
function proposeReturn(life: Life): DealDelivery | undefined {
  const { random, events, block } = life
  const deal = knownDeal(life)
  const held = deal.lots.filter((one) => availableOf(one) > 0n)
  if (held.length === 0) return undefined
  const lot = random.pick(held)
  const isWhole = random.chance(0.1)
  const part = 1n + BigInt(random.below(Number(availableOf(lot))))
  const found = returnOf(deal, {
    quantities: isWhole ? 'ALL' : new Map([[lot.lot, part]]),
    date: random.pick(['2026-11-26', '2026-11-28', '2026-11-30']),
    interest: random.pick(['ON_PART', 'AT_END']),
  })
  if ('refusal' in found) return undefined
  const { moves, payment: paid, event } = found.proposal
  const legs = [...legsOf(moves), ...(paid === null ? [] : [payment(paid.payer, paid.payee)])]
  const details = { openingDeliveryId: opening.deliveryId, deal: event }
  return deliveryOf(`event ${events.length}`, 0, legs, details, {
    creator: random.pick([alpen, baltic]),
    createdBlock: block,
  })
}

/** The seller proposes other securities for a part of a lot; some of them bring two lots, one of an instrument that is held already. */
function proposeSubstitution(life: Life): DealDelivery | undefined {
  const { random, events, block } = life
  const deal = knownDeal(life)
  const lots = substitutableLots(deal, alpen)
  if (lots.length === 0) return undefined
  const lot = random.pick(lots)
  const quantity = 1n + BigInt(random.below(Number(lot.outstanding)))
  const incoming = Array.from({ length: 1 + random.below(2) }, () => ({
    asset: assetOf(legOf(securities(random.pick(['bund', 'note', 'bill']), alpen, baltic, 1))),
    quantity: 1n + BigInt(random.below(2 * Number(quantity))),
  }))
  const found = substitutionOf(deal, {
    own: alpen,
    out: [{ lot: lot.lot, quantity }],
    in: incoming,
    date: TODAY,
    prices: new Map(),
    isUntestedAccepted: true,
  })
  if ('refusal' in found) return undefined
  const { moves, event } = found.proposal
  const details = { openingDeliveryId: opening.deliveryId, deal: event }
  return deliveryOf(`event ${events.length}`, 0, legsOf(moves), details, { createdBlock: block })
}

/** The confirmer has seen the difference, if there is one; what does not fit is canceled. */
function settleOrCancel(life: Life): void {
  const pending = life.events.filter(({ deliveryState }) => deliveryState === 'PENDING')
  if (pending.length === 0) return
  const { deliveryId } = life.random.pick(pending)
  const deal = dealSeenIn(life)
  const isCanceled = confirmRefusal(deal, deliveryId, deal.hash) !== undefined || life.random.chance(0.2)
  const logIdx = life.events.filter(({ settledAt }) => settledAt?.block === life.block).length
  replace(life, deliveryId, (event) => ({
    ...event,
    deliveryState: isCanceled ? 'CANCELED' : 'SETTLED',
    settledAt: isCanceled ? null : { block: life.block, logIdx },
  }))
}

/** The ledger takes back what it has settled since a block. */
function reorganize(life: Life): void {
  const from = life.block - life.random.below(4)
  for (const { deliveryId, settledAt } of life.events)
    if (settledAt !== null && settledAt.block >= from)
      replace(life, deliveryId, (event) => ({ ...event, deliveryState: 'PENDING', settledAt: null }))
}

function replace(
  life: Life,
  deliveryId: DealDelivery['deliveryId'],
  change: (event: DealDelivery) => DealDelivery,
): void {
  life.events = life.events.map((event) => (event.deliveryId === deliveryId ? change(event) : event))
}

const STEPS = 30

/** Plays one life of the deal, and judges it after each step; how many events have settled at its end, and of them substitutions. */
export function playDeal(seed: number): { events: number; substitutions: number } {
  const random = createRandom(seed)
  const life: Life = { random, events: [], block: 11 }
  for (let step = 0; step < STEPS; step++) {
    if (random.chance(0.6)) life.block += 1
    if (random.chance(0.05)) reorganize(life)
    else if (random.chance(0.5)) settleOrCancel(life)
    else {
      const event = random.chance(0.3) ? proposeSubstitution(life) : proposeReturn(life)
      if (event !== undefined) life.events.push(event)
    }
    expectSound(life, `seed ${seed}, step ${step}`)
  }
  const settled = life.events.filter(({ deliveryState }) => deliveryState === 'SETTLED')
  const substitutions = settled.filter(({ details }) => details?.deal?.event === 'SUBSTITUTION')
  return { events: settled.length, substitutions: substitutions.length }
}

/** Both sides have the same hash, and the quantities of each lot and the principal add up. */
function expectSound(life: Life, where: string): void {
  const [ours, theirs] = [dealSeenIn(life), dealSeenIn(life)]
  const counted = ours.events.filter(({ status }) => status === 'SETTLED')
  const moved = (lot: string, way: 'forth' | 'back') =>
    counted
      .flatMap(({ moves }) => moves)
      .reduce((sum, move) => (move.lot === lot && move.way === way ? sum + move.quantity : sum), 0n)
  const paid = counted
    .slice(1)
    .flatMap(({ flows }) => flows)
    .filter(({ purpose }) => purpose === 'PRINCIPAL')
    .reduce((sum, { cents }) => sum + cents, 0n)
  expect({
    where,
    hash: ours.hash,
    isConsistent: ours.state !== 'INCONSISTENT',
    lots: ours.lots.map(({ lot, delivered, returned, outstanding }) => [
      lot,
      delivered,
      returned,
      outstanding,
    ]),
    isHeldOnce: ours.lots.every((lot) => remainingOf(lot) >= 0n && lot.outstanding >= 0n),
    principal: ours.cash.principal?.cents,
  }).toEqual({
    where,
    hash: theirs.hash,
    isConsistent: true,
    lots: ours.lots.map(({ lot }) => {
      const [forth, back] = [moved(lot, 'forth'), moved(lot, 'back')]
      return [lot, forth, back, forth - back]
    }),
    isHeldOnce: true,
    principal: 1_000_000_000n - paid,
  })
  expectShares(ours, where)
}

/** Lots and returns together carry the whole principal, each at its weight of the moment, whatever has replaced what. */
function expectShares(deal: Deal, where: string): void {
  const settled = deal.events.filter(({ status }) => status === 'SETTLED')
  const carriedBy = (index: number, quantities: readonly { lot: LotName; quantity: bigint }[]) => {
    const weights = unitWeights({ ...deal, events: settled.slice(0, index) })
    return sumOf(quantities.map(({ lot, quantity }) => times(fraction(quantity), weights.get(lot) ?? ZERO)))
  }
  const returned = settled.map(({ kind, moves }, index) =>
    kind === 'RETURN' ? carriedBy(index, moves) : ZERO,
  )
  const held = deal.lots.map(({ lot, outstanding }) => ({ lot, quantity: outstanding }))
  expect({ where, whole: plus(sumOf(returned), carriedBy(settled.length, held)) }).toEqual({
    where,
    whole: fraction(10_000_000n),
  })
}
