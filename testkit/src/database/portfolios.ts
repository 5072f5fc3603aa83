// Portfolios of deals drawn by chance: what one desk has settled, pending, proposed and forgotten, with its holdings. For tests that put
// its availability beside a replay of the portfolio, day by day.
import { Address } from '@connex/protocol'
import type { TransferType } from '@connex/protocol'
import type { Random } from '../random.ts'

/** Both parties confirmed; one has not; one has not, and the value date has passed. */
export type DrawnStatus = 'SETTLED' | 'CONFIRMED' | 'PROPOSED' | 'LATE' | 'CANCELED'

export type DrawnLeg = {
  /** An index of `PORTFOLIO_REGISTRIES`. */
  registry: number
  isIncoming: boolean
  quantity: number
  /** The sender of an outgoing leg has confirmed it. */
  isEarmarked: boolean
}

export type DrawnDelivery = {
  /** Unique among all portfolios. */
  n: number
  type: TransferType
  status: DrawnStatus
  /** Days from today; undefined without a value date. */
  day: number | undefined
  other: Address
  legs: DrawnLeg[]
  /** Of an event: the number of its opening. */
  opening: number | undefined
  /** Of an opening, the day on which it ends: undefined while it is open. */
  end: number | undefined
  /** Of an amendment, the new end; null takes it away. */
  amendedEnd: number | null | undefined
  /** Of an event, the lots that its details name, in the order of the legs. */
  lots?: readonly string[]
  /** Whether the desk has private details with the ledger's fingerprint. */
  hasDetails: boolean
}

/** A message that asks for a part of a leg of an opening back. */
export type DrawnRecall = {
  /** Unique among all portfolios. */
  n: number
  opening: number
  /** The index of the leg, and the lot if it is not that leg's. */
  leg: number
  lot?: string
  quantity: number
  /** Days from today. */
  day: number
  answer: 'AGREED' | 'DECLINED' | 'WITHDRAWN' | 'NONE'
  /** The number of the event that quotes it. */
  quotedBy: number | undefined
}

export type Portfolio = {
  viewer: Address
  balances: readonly number[]
  deliveries: DrawnDelivery[]
  recalls: DrawnRecall[]
}

const party = (kind: string, n: number) =>
  Address.parse(`0x${kind}${n.toString(16).padStart(40 - kind.length, '0')}`)

/** Two instruments at two custodians. */
export const PORTFOLIO_REGISTRIES = [0, 1, 2, 3].map((index) => ({
  index,
  instrument: index % 2,
  registrar: party('ee', index < 2 ? 1 : 2),
}))

export const PORTFOLIO_PARTIES = [party('cc', 1), party('cc', 2)]

/** `drawPortfolio(random, 7)`: the seventh portfolio, with up to 25 deliveries. */
export function drawPortfolio(random: Random, portfolio: number): Portfolio {
  const deliveries: DrawnDelivery[] = []
  const count = 3 + random.below(23)
  for (let index = 0; index < count; index += 1) {
    const n = portfolio * 100 + index
    const openings = deliveries.filter(
      ({ type, status, opening }) =>
        status === 'SETTLED' && opening === undefined && (type === 'REPO' || type === 'SEC_LEND'),
    )
    const opening = random.chance(0.45) && openings.length > 0 ? random.pick(openings) : undefined
    deliveries.push(
      opening === undefined ? drawTransfer(random, n) : drawEvent(random, n, opening, deliveries),
    )
  }
  return {
    viewer: party('bb', portfolio),
    balances: PORTFOLIO_REGISTRIES.map(() => random.below(3000)),
    deliveries,
    recalls: drawRecalls(random, portfolio, deliveries),
  }
}

const STATUSES = ['SETTLED', 'SETTLED', 'SETTLED', 'CONFIRMED', 'PROPOSED', 'LATE', 'CANCELED'] as const
const TYPES = ['REPO', 'REPO', 'REPO', 'SEC_LEND', 'SEC_LEND', 'FOP', 'MINT', 'BURN'] as const

/** Value dates that fit the status; some confirmed deliveries have waited for days. */
function dayFor(random: Random, status: DrawnStatus): number | undefined {
  if (status === 'LATE') return -1 - random.below(5)
  if (status === 'PROPOSED') return random.chance(0.3) ? undefined : random.below(12)
  return random.chance(0.3) ? undefined : random.below(14) - 3
}

function drawTransfer(random: Random, n: number): DrawnDelivery {
  const type = random.pick(TYPES)
  const status = random.pick(STATUSES)
  const isIncoming = type === 'MINT' || (type !== 'BURN' && random.chance(0.5))
  const legs = (type === 'SEC_LEND' ? [isIncoming, !isIncoming] : [isIncoming]).map((direction) =>
    drawLeg(random, status, direction, random.below(PORTFOLIO_REGISTRIES.length), 1 + random.below(1000)),
  )
  const isDeal = type === 'REPO' || type === 'SEC_LEND'
  return {
    n,
    type,
    status,
    day: dayFor(random, status),
    other: random.pick(PORTFOLIO_PARTIES),
    legs,
    opening: undefined,
    // Some are overdue, some have no end, and some end after the last day.
    end: isDeal && random.chance(0.8) ? random.below(45) - 6 : undefined,
    amendedEnd: undefined,
    hasDetails: random.chance(0.9),
  }
}

/** A sender of a mint request is the registrar, and a confirmed leg is earmarked. */
const drawLeg = (
  random: Random,
  status: DrawnStatus,
  isIncoming: boolean,
  registry: number,
  quantity: number,
): DrawnLeg => ({
  registry,
  isIncoming,
  quantity,
  isEarmarked:
    !isIncoming &&
    (status === 'CONFIRMED' || ((status === 'PROPOSED' || status === 'LATE') && random.chance(0.6))),
})

/** A return of a part or of everything, an exchange of collateral, or an amendment. */
function drawEvent(
  random: Random,
  n: number,
  opening: DrawnDelivery,
  deliveries: readonly DrawnDelivery[],
): DrawnDelivery {
  const status = random.pick(STATUSES)
  const base = {
    n,
    status,
    day: dayFor(random, status),
    opening: opening.n,
    end: undefined,
    hasDetails: random.chance(0.9),
  }
  // Some name the opening of a deal with somebody else.
  const other = random.chance(0.05) ? random.pick(PORTFOLIO_PARTIES) : opening.other
  if (random.chance(0.15))
    return {
      ...base,
      type: 'FOP',
      other,
      legs: [],
      amendedEnd: random.chance(0.2) ? null : random.below(30),
    }
  const legs = opening.legs.flatMap((leg) => {
    const outstanding = outstandingOf(opening, leg, deliveries)
    if (outstanding <= 0) return []
    const quantity = random.chance(0.4) ? outstanding : 1 + random.below(outstanding)
    const back = drawLeg(random, status, !leg.isIncoming, leg.registry, quantity)
    const isExchanged = random.chance(0.2)
    return isExchanged
      ? [
          back,
          drawLeg(
            random,
            status,
            leg.isIncoming,
            random.below(PORTFOLIO_REGISTRIES.length),
            1 + random.below(1000),
          ),
        ]
      : [back]
  })
  return { ...base, type: legs.length > 1 ? 'SEC_LEND' : 'FOP', other, legs, amendedEnd: undefined }
}

/** What settled returns leave of a leg. */
const outstandingOf = (
  opening: DrawnDelivery,
  { registry, isIncoming, quantity }: DrawnLeg,
  deliveries: readonly DrawnDelivery[],
): number =>
  deliveries
    .filter((event) => event.opening === opening.n && event.status === 'SETTLED')
    .flatMap(({ legs }) => legs)
    .filter((leg) => leg.registry === registry && leg.isIncoming !== isIncoming)
    .reduce((left, leg) => left - leg.quantity, quantity)

const ANSWERS = ['AGREED', 'AGREED', 'AGREED', 'DECLINED', 'WITHDRAWN', 'NONE'] as const

/** Of half of the deals that are known and settled; some ask for more than there is, some are overdue, and some have an event that quotes them. */
function drawRecalls(random: Random, portfolio: number, deliveries: readonly DrawnDelivery[]): DrawnRecall[] {
  const recalls: DrawnRecall[] = []
  for (const { n: opening, type, status, opening: of, other, legs, hasDetails } of deliveries) {
    const isOpening = (type === 'REPO' || type === 'SEC_LEND') && of === undefined && hasDetails
    if (!isOpening || status !== 'SETTLED' || random.chance(0.5)) continue
    const events = deliveries.filter((one) => one.opening === opening && one.other === other)
    for (let count = 1 + random.below(3); count > 0; count -= 1) {
      const leg = random.below(legs.length)
      recalls.push({
        n: portfolio * 100 + recalls.length,
        opening,
        leg,
        quantity: 1 + random.below(Math.ceil((legs[leg]?.quantity ?? 1) * 1.3)),
        day: random.below(40) - 6,
        answer: random.pick(ANSWERS),
        quotedBy: random.chance(0.3) && events.length > 0 ? random.pick(events).n : undefined,
      })
    }
  }
  return recalls
}
