// Random lives of a repo and of loans between two banks: both propose events of every kind on states that they read some events ago,
// settle them one by one or many in a block, cancel them, and lose blocks to chain reorgs. Whatever happens, both sides count the same.
import { plusDays } from '../src/calendar/days.ts'
import { confirmRefusal } from '../src/deals/refusals.ts'
import { dealOf } from '../src/deals/deal.ts'
import type { Deal } from '../src/deals/deal.ts'
import type { DealDelivery } from '../src/deals/dealDelivery.ts'
import { returnOf } from '../src/deals/returns.ts'
import type { DeliveryId } from '../src/scalars.ts'
import { MOST_LEGS } from '../src/terms/dealEvent.ts'
import type { DealEventKind } from '../src/terms/dealEventKind.ts'
import type { IsoDate } from '../src/terms/repoTerms.ts'
import { loanTerms } from '../../testkit/src/fixtures/terms.ts'
import { createRandom } from '../../testkit/src/random.ts'
import type { Random } from '../../testkit/src/random.ts'
import { alpen, baltic, deliveryOf, payment, repoOpening, securities } from './dealDeliveries.ts'
import { repoTerms } from './dealDetails.ts'
import { expectClosed, expectSame, expectShares, expectSound } from './dealInvariants.ts'
import { proposeEvent, proposedReturn } from './dealProposals.ts'

const FIRST_DAY = '2026-11-24'
const LAST_DAY = '2028-06-30'

const loan = (more: Parameters<typeof deliveryOf>[2] = [], details: object = {}): DealDelivery =>
  deliveryOf(
    'loan',
    10,
    [securities('share', alpen, baltic, 5_000_000), securities('bund', baltic, alpen, 20_000_000), ...more],
    { loan: loanTerms, ...details },
  )

/** A repo, a loan against securities, and one against securities and cash. */
const OPENINGS: readonly DealDelivery[] = [
  repoOpening(10, { repo: { ...repoTerms, repurchaseDate: LAST_DAY } }),
  loan(),
  loan([payment(baltic, alpen)], {
    cashQuantity: '1000000.00',
    cashCurrency: 'EUR',
    cashInstrument: 'Cash Documented',
  }),
]

const BANKS = [alpen, baltic]

type Life = {
  random: Random
  opening: DealDelivery
  /** How many events are proposed in it. */
  length: number
  events: Map<DeliveryId, DealDelivery>
  /** The deal as each bank has read it last, and as the last one has. */
  read: readonly [Deal, Deal]
  now: Deal
  block: number
  logIdx: number
  where: string
}

/** In some order: each side learns of the deliveries in its own. */
function shuffled<Item>({ below }: Random, list: readonly Item[]): Item[] {
  const mixed = [...list]
  for (let index = mixed.length - 1; index > 0; index--) {
    const other = below(index + 1)
    ;[mixed[index], mixed[other]] = [mixed[other] as Item, mixed[index] as Item]
  }
  return mixed
}

/** The days of a life pass with its events, over a year. */
const dayOf = ({ events, length }: Pick<Life, 'events' | 'length'>): IsoDate =>
  plusDays(FIRST_DAY, Math.floor((events.size / length) * 365))

const dealSeenIn = ({ random, opening, events, ...life }: Omit<Life, 'read' | 'now'>): Deal =>
  dealOf(opening, shuffled(random, [...events.values()]), dayOf({ events, ...life }))

/** One of the banks reads the deal, and it is judged; the other one still knows what it read before. */
function readOne(life: Life): void {
  const deal = dealSeenIn(life)
  expectSound(life.opening, [...life.events.values()], deal, life.where)
  life.read = life.random.chance(0.5) ? [deal, life.read[1]] : [life.read[0], deal]
  life.now = deal
}

/** Both read it, and have the same. */
function readBoth(life: Life): void {
  readOne(life)
  life.read = [life.now, dealSeenIn(life)]
  expectSame(life.read, life.where)
}

/** Both propose, each on what it has read before the other's events. */
function propose(life: Life, most: number): void {
  const { random, opening, length } = life
  for (let index = 0; index < most && life.events.size < length; index++) {
    const bank = random.below(2)
    const event = proposeEvent({
      random,
      opening,
      deal: life.read[bank] as Deal,
      by: BANKS[bank] as (typeof BANKS)[number],
      day: plusDays(dayOf(life), random.below(3)),
      isEnding: life.events.size > 0.95 * length,
      name: `event ${life.events.size}`,
      block: life.block,
    })
    if (event !== undefined) life.events.set(event.deliveryId, event)
  }
}

const changeTo = (
  life: Life,
  deliveryId: DeliveryId,
  change: Pick<DealDelivery, 'deliveryState' | 'settledAt'>,
): void => {
  const event = life.events.get(deliveryId)
  if (event !== undefined) life.events.set(deliveryId, { ...event, ...change })
}

const settle = (life: Life, deliveryId: DeliveryId): void =>
  changeTo(life, deliveryId, {
    deliveryState: 'SETTLED',
    settledAt: { block: life.block, logIdx: ++life.logIdx },
  })

const cancel = (life: Life, deliveryId: DeliveryId): void =>
  changeTo(life, deliveryId, { deliveryState: 'CANCELED', settledAt: null })

const pendingIn = ({ now }: Life): DeliveryId[] =>
  now.events.filter(({ status }) => status === 'IN_FLIGHT').map(({ deliveryId }) => deliveryId)

/** The confirmer has seen the difference, if there is one; what does not fit is refused. */
const isRefused = ({ now }: Life, deliveryId: DeliveryId): boolean =>
  confirmRefusal(now, deliveryId, now.hash) !== undefined

/** One of them, in whatever order: what does not fit now is canceled. */
function settleOne(life: Life): void {
  const pending = pendingIn(life)
  if (pending.length === 0) return
  const deliveryId = life.random.pick(pending)
  if (isRefused(life, deliveryId)) cancel(life, deliveryId)
  else settle(life, deliveryId)
}

/**
 * Those that fit together, in the order of their creation, over one or several blocks. After one that fits and is canceled, the
 * others have to be read again: they may depend on it.
 */
function settleMany(life: Life, canceled: number): void {
  for (const deliveryId of pendingIn(life)) {
    const refused = isRefused(life, deliveryId)
    if (refused) cancel(life, deliveryId)
    else if (life.random.chance(canceled)) return cancel(life, deliveryId)
    else settle(life, deliveryId)
    if (life.random.chance(0.3)) life.block += 1
  }
}

/** The ledger takes back what it has settled since a block. */
function reorganize(life: Life): void {
  const from = life.block - life.random.below(4)
  for (const { deliveryId, settledAt } of life.events.values())
    if (settledAt !== null && settledAt.block >= from)
      changeTo(life, deliveryId, { deliveryState: 'PENDING', settledAt: null })
}

function settleAll(life: Life): void {
  while (pendingIn(life).length > 0) {
    settleMany(life, 0)
    readOne(life)
  }
}

/**
 * Everything pending settles or is canceled, and what that leaves goes back: in one return, or, of many lots, in several. What was lent
 * goes back last, since all that secures it goes back with it.
 */
function end(life: Life): void {
  readOne(life)
  settleAll(life)
  for (let part = 0; life.now.state !== 'CLOSED'; part++) {
    const before = life.now
    const held = before.lots.filter(({ outstanding }) => outstanding > 0n)
    const some = new Map(held.slice(-20).map(({ lot, outstanding }) => [lot, outstanding]))
    const quantities = held.length < MOST_LEGS ? 'ALL' : some
    const found = returnOf(before, { quantities, date: LAST_DAY })
    if ('refusal' in found) throw new Error(`${life.where}: ${JSON.stringify(found.refusal)}`)
    const last = proposedReturn(found.proposal, { ...life, name: `last return ${part}`, by: alpen })
    life.events.set(last.deliveryId, last)
    settle(life, last.deliveryId)
    readOne(life)
    if (quantities === 'ALL') expectClosed(before, life.now, life.where)
  }
  readBoth(life)
}

export type PlayedDeal = { settled: number; kinds: ReadonlySet<DealEventKind>; substitutions: number }

/** The banks read and settle so many times in a life, however long it is. */
const ROUNDS = 10

/**
 * Plays one life of a deal with so many events, and judges it after each round; what has settled at its end.
 *
 * `withShares`: whether the shares of the principal are judged over the whole life, which takes longer than the life.
 */
export function playDeal(seed: number, length: number, { withShares = false } = {}): PlayedDeal {
  const random = createRandom(seed)
  const opening = OPENINGS[seed % OPENINGS.length] as DealDelivery
  const unread = { random, opening, length, events: new Map(), block: 11, logIdx: 0, where: `seed ${seed}` }
  const first = dealSeenIn(unread)
  const life: Life = { ...unread, read: [first, first], now: first }
  while (life.events.size < length) {
    life.where = `seed ${seed}, ${life.events.size} events`
    life.block += 1
    propose(life, 1 + random.below((2 * length) / ROUNDS))
    if (random.chance(0.15)) reorganize(life)
    if (random.chance(0.3)) readBoth(life)
    else readOne(life)
    if (random.chance(0.2)) settleOne(life)
    else settleMany(life, 0.05)
  }
  end(life)
  if (withShares) expectShares(life.now, life.where)
  const settled = life.now.events.filter(({ status }) => status === 'SETTLED').slice(1)
  const kinds = settled.map(({ kind }) => kind as DealEventKind)
  return {
    settled: settled.length,
    kinds: new Set(kinds),
    substitutions: kinds.filter((kind) => kind === 'SUBSTITUTION').length,
  }
}
