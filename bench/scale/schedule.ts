// Who does what when on the chain: equal stretches of blocks, each with its deliveries, which follow from the seed whenever they
// are looked at. In each, whatever was lent is given back: before a stretch, every account holds what it was issued.
import { createRandom } from '../../testkit/src/random.ts'
import type { Random } from '../../testkit/src/random.ts'
import { createParties, ISSUED } from './parties.ts'
import type { Parties, Terms } from './parties.ts'
import type { ActName, Recordings } from './recordings.ts'
import type { Names } from './templates.ts'

export type ChainSize = {
  seed: number
  /** All of them, the first ones from the real ledger. */
  blocks: number
  deliveries: number
  tenants: number
  instruments: number
}

/** One act, from this block on. */
export type ScheduledAct = { act: ActName; block: number; names: Names; quantity: bigint }

const DELIVERIES_IN_STRETCH = 20
const CANCELED_IN_STRETCH = 2
const PAIRS = (DELIVERIES_IN_STRETCH - CANCELED_IN_STRETCH) / 2
const ISSUES_IN_BLOCK = 20
/** No delivery takes more blocks. */
const DELIVERY_BLOCKS = 4
const LARGEST = 50_000_000

export type Schedule = {
  /** Undefined for blocks that are in none: the real ones, and those behind all. */
  stretchOf: (block: number) => number | undefined
  stretch: (index: number) => ScheduledAct[]
  /** One more tenant, behind the last block. */
  late: () => ScheduledAct[]
}

/** How many deliveries end in which way. */
export const numDeliveriesOf = ({ deliveries }: Pick<ChainSize, 'deliveries'>) => {
  const numStretches = Math.floor(deliveries / DELIVERIES_IN_STRETCH)
  return { SETTLED: numStretches * PAIRS * 2, CANCELED: numStretches * CANCELED_IN_STRETCH }
}

/** What every stretch of a chain is made by. */
type Plan = {
  recordings: Recordings
  size: ChainSize
  parties: Parties
  /** The first block of a stretch. */
  firstOf: (stretch: number) => number
  /** In which stretch each tenant joins, and each instrument is created. */
  joins: readonly number[]
  opens: readonly number[]
}

/** `createSchedule(recordings, { seed: 1, blocks: 10_000_000, … }).stretch(7)` */
export function createSchedule(recordings: Recordings, size: ChainSize): Schedule {
  const numStretches = Math.floor(size.deliveries / DELIVERIES_IN_STRETCH)
  const span = size.blocks - recordings.head
  const firstOf = (stretch: number) => recordings.head + 1 + Math.floor((stretch * span) / numStretches)
  const parties = createParties(recordings, size.seed)
  const joins = startsOf(size.tenants, numStretches)
  const plan: Plan = {
    recordings,
    size,
    parties,
    firstOf,
    joins,
    opens: startsOf(size.instruments, numStretches),
  }
  return {
    stretchOf(block) {
      if (block <= recordings.head || block > size.blocks) return undefined
      const index = Math.floor(((block - recordings.head - 1) * numStretches) / span)
      return firstOf(index + 1) <= block ? index + 1 : index
    },
    stretch: (index) => stretchOf(plan, index),
    late() {
      const names = parties.joining(size.tenants)
      return [{ act: 'joining', block: size.blocks + 1, names, quantity: 1n }]
    },
  }
}

function stretchOf(plan: Plan, index: number): ScheduledAct[] {
  const { recordings, firstOf, joins, opens, size } = plan
  const [first, end] = [firstOf(index), firstOf(index + 1)]
  const begun = [...beginnings(plan, index, first)]
  const from = Math.max(first, ...begun.map(({ block, act }) => block + lengthOf(recordings, act)))
  const room = end - DELIVERY_BLOCKS - from
  if (room < 1)
    throw new RangeError(`A stretch of ${end - first} blocks is too short for what happens in it.`)
  const place: Place = {
    from,
    room,
    random: createRandom(size.seed + index * 7_919),
    tenants: countUpTo(joins, index),
    instruments: countUpTo(opens, index),
  }
  return [...begun, ...deliveriesAt(plan, index, place)]
}

/** Who is new, what is new, and what everybody gets of it. */
function* beginnings(plan: Plan, index: number, first: number): Generator<ScheduledAct> {
  const { recordings, parties, joins, opens } = plan
  const acts: [ActName, Names][] = [
    ...indicesAt(joins, index).flatMap((tenant): [ActName, Names][] => [
      ...(parties.isReal(tenant) ? [] : [['joining', parties.joining(tenant)] satisfies [ActName, Names]]),
      ['account', parties.account(tenant)],
    ]),
    ...indicesAt(opens, index).map((instrument): [ActName, Names] => [
      'registry',
      parties.registry(instrument),
    ]),
  ]
  let block = first
  for (const [act, names] of acts) {
    yield { act, block, names, quantity: 1n }
    block += lengthOf(recordings, act)
  }
  let number = 0
  for (const names of issuesAt(plan, index)) {
    yield { act: 'issue', block: block + Math.floor(number / ISSUES_IN_BLOCK), names, quantity: ISSUED }
    number += 1
  }
}

/** Of what is new to everybody, and of everything to who is new. */
function issuesAt({ parties, joins, opens }: Plan, index: number): Names[] {
  const numTenants = countUpTo(joins, index)
  return opens.flatMap((opened, instrument) => {
    if (opened > index) return []
    const from = opened === index ? 0 : countUpTo(joins, index - 1)
    return Array.from({ length: numTenants - from }, (_, offset) => parties.issue(instrument, from + offset))
  })
}

type Place = { from: number; room: number; random: Random; tenants: number; instruments: number }

function deliveriesAt({ parties }: Plan, index: number, place: Place): ScheduledAct[] {
  const make = (number: number, act: ActName, terms: Terms): ScheduledAct => ({
    act,
    block: place.from + place.random.below(place.room),
    names: parties.delivery(index * DELIVERIES_IN_STRETCH + number, terms),
    quantity: terms.quantity,
  })
  const canceled = Array.from({ length: CANCELED_IN_STRETCH }, (_, number) =>
    make(number, 'canceled', termsBy(place)),
  )
  const lent = Array.from({ length: PAIRS }, (_, pair) => {
    const terms = termsBy(place)
    const number = CANCELED_IN_STRETCH + pair * 2
    const returned = { ...terms, sender: terms.receiver, receiver: terms.sender }
    return [make(number, 'settled', terms), make(number + 1, 'settled', returned)]
  })
  return [...canceled, ...lent.flat()]
}

function termsBy({ random, tenants, instruments }: Place): Terms {
  const sender = random.below(tenants)
  const receiver = (sender + 1 + random.below(tenants - 1)) % tenants
  const quantity = BigInt(1 + random.below(LARGEST))
  return { instrument: random.below(instruments), sender, receiver, quantity }
}

const lengthOf = ({ acts }: Recordings, act: ActName): number => acts[act].blocks.length

/** In which stretch each begins; two tenants at least in the first one. */
const startsOf = (count: number, numStretches: number): number[] =>
  Array.from({ length: count }, (_, index) => (index < 2 ? 0 : Math.floor((index * numStretches) / count)))

const indicesAt = (starts: readonly number[], stretch: number): number[] =>
  starts.flatMap((start, index) => (start === stretch ? [index] : []))

const countUpTo = (starts: readonly number[], stretch: number): number =>
  starts.filter((start) => start <= stretch).length
