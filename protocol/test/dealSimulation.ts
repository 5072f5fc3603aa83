// Two banks and a custodian around one repo: proposals on old states, cancels, chain reorgs, several settlements in a block. Whatever
// happens, both sides count the same, and nothing goes back twice.
import { expect } from 'vitest'
import { confirmRefusal } from '../src/deals/refusals.ts'
import { dealOf } from '../src/deals/deal.ts'
import type { Deal } from '../src/deals/deal.ts'
import type { DealDelivery } from '../src/deals/dealDelivery.ts'
import { availableOf } from '../src/deals/outstanding.ts'
import { returnOf } from '../src/deals/returns.ts'
import { LotName } from '../src/terms/loanTerms.ts'
import { createRandom } from '../../testkit/src/random.ts'
import type { Random } from '../../testkit/src/random.ts'
import { alpen, baltic, deliveryOf, payment, repoOpening, securities } from './dealDeliveries.ts'

const P1 = LotName.parse('P1')
const TODAY = '2026-11-25'
const opening = repoOpening()

type Life = { random: Random; events: DealDelivery[]; block: number }

/** In some order: each side learns of the deliveries in its own. */
function shuffled<Item>({ below }: Random, list: readonly Item[]): Item[] {
  const left = [...list]
  return list.map(() => left.splice(below(left.length), 1)[0] as Item)
}

const dealSeenIn = ({ random, events }: Life): Deal => dealOf(opening, shuffled(random, events), TODAY)

/** One of the sides proposes a return of a part, or of everything, by what it knew some events ago. */
function propose({ random, events, block }: Life): DealDelivery | undefined {
  const known = events.slice(0, events.length - random.below(Math.min(3, events.length + 1)))
  const deal = dealOf(opening, known, TODAY)
  const [lot] = deal.lots
  const left = lot === undefined ? 0n : availableOf(lot)
  const isWhole = random.chance(0.1)
  const part = 1n + BigInt(random.below(Math.max(1, Number(left))))
  const found = returnOf(deal, {
    quantities: isWhole ? 'ALL' : new Map([[P1, part]]),
    date: random.pick(['2026-11-26', '2026-11-28', '2026-11-30']),
    interest: random.pick(['ON_PART', 'AT_END']),
  })
  if ('refusal' in found) return undefined
  const { moves, payment: paid, event } = found.proposal
  const legs = [
    ...moves.map(({ quantity }) => securities('bund', baltic, alpen, quantity)),
    ...(paid === null ? [] : [payment(paid.payer, paid.payee)]),
  ]
  const details = { openingDeliveryId: opening.deliveryId, deal: event }
  return deliveryOf(`event ${events.length}`, 0, legs, details, {
    creator: random.pick([alpen, baltic]),
    createdBlock: block,
  })
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

/** Plays one life of the deal, and judges it after each step; the number of its settled events. */
export function playDeal(seed: number): number {
  const random = createRandom(seed)
  const life: Life = { random, events: [], block: 11 }
  for (let step = 0; step < STEPS; step++) {
    if (random.chance(0.6)) life.block += 1
    if (random.chance(0.05)) reorganize(life)
    else if (random.chance(0.5)) settleOrCancel(life)
    else {
      const event = propose(life)
      if (event !== undefined) life.events.push(event)
    }
    expectSound(life, `seed ${seed}, step ${step}`)
  }
  return life.events.filter(({ deliveryState }) => deliveryState === 'SETTLED').length
}

/** Both sides have the same hash, and quantities and principal add up. */
function expectSound(life: Life, where: string): void {
  const [ours, theirs] = [dealSeenIn(life), dealSeenIn(life)]
  const [lot] = ours.lots
  const counted = ours.events.filter(({ status }) => status === 'SETTLED').slice(1)
  const returned = counted.flatMap(({ moves }) => moves).reduce((sum, { quantity }) => sum + quantity, 0n)
  const paid = counted
    .flatMap(({ flows }) => flows)
    .filter(({ purpose }) => purpose === 'PRINCIPAL')
    .reduce((sum, { cents }) => sum + cents, 0n)
  expect({
    where,
    hash: ours.hash,
    isConsistent: ours.state !== 'INCONSISTENT',
    returned: lot?.returned,
    outstanding: lot?.outstanding,
    isInFlightOnce: (lot?.inFlight ?? 0n) <= (lot?.outstanding ?? 0n),
    principal: ours.cash.principal?.cents,
  }).toEqual({
    where,
    hash: theirs.hash,
    isConsistent: true,
    returned,
    outstanding: 10_000_000n - returned,
    isInFlightOnce: true,
    principal: 1_000_000_000n - paid,
  })
}
