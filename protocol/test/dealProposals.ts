// What two banks propose to each other in a random life of a deal: one function for each kind of event. Each knows the deal as one bank
// has read it, which may be some events ago.
import type { Deal } from '../src/deals/deal.ts'
import { assetOf } from '../src/deals/dealDelivery.ts'
import type { DealDelivery } from '../src/deals/dealDelivery.ts'
import { accruedOn } from '../src/deals/dealState.ts'
import { nextLotName } from '../src/deals/lots.ts'
import { availableOf, substitutableLots } from '../src/deals/outstanding.ts'
import { returnOf } from '../src/deals/returns.ts'
import type { DealMove, ReturnProposal } from '../src/deals/returns.ts'
import type { Address } from '../src/scalars.ts'
import { substitutionOf } from '../src/substitutions/proposal.ts'
import { cashOf } from '../src/terms/cash.ts'
import type { Amendment, CashPart } from '../src/terms/dealEvent.ts'
import type { DealEventKind } from '../src/terms/dealEventKind.ts'
import type { IsoDate } from '../src/terms/repoTerms.ts'
import type { Random } from '../../testkit/src/random.ts'
import { alpen, baltic, deliveryOf, eventDetails, legOf, payment, securities } from './dealDeliveries.ts'

type Creation = { name: string; by: Address; block: number }

export type Proposer = Creation & {
  random: Random
  opening: DealDelivery
  /** As the proposing bank has read it. */
  deal: Deal
  day: IsoDate
  /** It may propose to give everything back. */
  isEnding: boolean
}

type Legs = Parameters<typeof deliveryOf>[2]

const otherOf = (bank: Address): Address => (bank === alpen ? baltic : alpen)

const upTo = ({ below }: Random, most: bigint): bigint => 1n + BigInt(below(Number(most)))

/** Mostly a small part, so that the deal lives long. */
const partOf = (random: Random, quantity: bigint): bigint =>
  upTo(random, random.chance(0.06) ? quantity : (quantity + 24n) / 25n)

const created = ({ name, by, block }: Creation, legs: Legs, details: object): DealDelivery =>
  deliveryOf(name, 0, legs, details, { creator: by, createdBlock: block })

function eventOf(
  proposer: Proposer,
  event: DealEventKind,
  legs: Legs,
  fields: Parameters<typeof eventDetails>[2],
): DealDelivery {
  const { opening, deal, day } = proposer
  const dated = { ...fields, basedOn: deal.hash, effectiveDate: day }
  return created(proposer, legs, eventDetails(opening, event, dated))
}

/** One payment by the proposer or to it. */
function paid(
  proposer: Proposer,
  event: DealEventKind,
  payer: Address,
  parts: readonly (readonly [CashPart['purpose'], bigint])[],
  amend?: Amendment,
): DealDelivery {
  const cash = parts.map(([purpose, cents]) => ({
    legIdx: 0,
    amount: cashOf(cents),
    currency: 'EUR' as const,
    purpose,
  }))
  return eventOf(proposer, event, [payment(payer, otherOf(payer))], { cash, ...(amend && { amend }) })
}

const legsOf = (moves: readonly DealMove[]) =>
  moves.map(({ asset, sender, receiver, quantity }) =>
    securities(asset.identifier ?? '', sender, receiver, quantity),
  )

const somebody = ({ random }: Proposer): Address => random.pick([alpen, baltic])

function proposeReturn(proposer: Proposer): DealDelivery | undefined {
  const { random, deal, day, isEnding } = proposer
  const available = deal.lots.filter((one) => availableOf(one) > 0n)
  if (available.length === 0) return undefined
  const lot = random.pick(available)
  const found = returnOf(deal, {
    quantities:
      isEnding && random.chance(0.2) ? 'ALL' : new Map([[lot.lot, partOf(random, availableOf(lot))]]),
    date: day,
    interest: random.pick(['ON_PART', 'AT_END']),
  })
  if ('refusal' in found) return undefined
  return proposedReturn(found.proposal, proposer)
}

/** The delivery of a return. */
export function proposedReturn(
  { moves, payment: due, event }: ReturnProposal,
  creation: Creation & Pick<Proposer, 'opening'>,
): DealDelivery {
  const legs = [...legsOf(moves), ...(due === null ? [] : [payment(due.payer, due.payee)])]
  return created(creation, legs, { openingDeliveryId: creation.opening.deliveryId, deal: event })
}

/** Some bring two lots, and some an instrument that is in the deal already. */
function proposeSubstitution(proposer: Proposer): DealDelivery | undefined {
  const { random, deal, opening, by, day } = proposer
  const lots = substitutableLots(deal, by)
  if (lots.length === 0) return undefined
  const { lot, outstanding } = random.pick(lots)
  const quantity = upTo(random, outstanding)
  const incoming = Array.from({ length: 1 + random.below(2) }, () => ({
    asset: assetOf(legOf(securities(random.pick(['bund', 'note', 'bill']), by, otherOf(by), 1))),
    quantity: quantity / 2n + upTo(random, quantity),
  }))
  const found = substitutionOf(deal, {
    own: by,
    out: [{ lot, quantity }],
    in: incoming,
    date: day,
    prices: new Map(),
    isUntestedAccepted: true,
  })
  if ('refusal' in found) return undefined
  const { moves, event } = found.proposal
  return created(proposer, legsOf(moves), { openingDeliveryId: opening.deliveryId, deal: event })
}

/** Securities or cash, in both directions: as a lot of its own, or as more or less of one that is there. */
function proposeMargin(proposer: Proposer): DealDelivery | undefined {
  const { random, deal, by } = proposer
  if (random.chance(0.3))
    return paid(proposer, 'MARGIN', somebody(proposer), [['MARGIN', upTo(random, 1_000_000n)]])
  const held = deal.lots.filter((one) => availableOf(one) > 1n)
  if (held.length === 0 || random.chance(0.3)) {
    const lots = [{ legIdx: 0, lot: nextLotName(deal.lots, 'MARGIN') }]
    const leg = securities('note', by, otherOf(by), upTo(random, 100_000n))
    return eventOf(proposer, 'MARGIN', [leg], { lots })
  }
  const { lot, asset, giver, holder, ...one } = random.pick(held)
  const [sender, receiver] = random.chance(0.5) ? [giver, holder] : [holder, giver]
  const quantity = partOf(random, availableOf(one) - 1n)
  const legs = [securities(asset.identifier ?? '', sender, receiver, quantity)]
  return eventOf(proposer, 'MARGIN', legs, { lots: [{ legIdx: 0, lot }] })
}

/** A new price adjusts the principal; what has accrued may be paid with it. */
function proposeReprice(proposer: Proposer): DealDelivery | undefined {
  const { random, deal, day } = proposer
  const principal = deal.projected?.principal
  if (deal.projected === null || principal == null || principal.cents <= 0n) return undefined
  const adjustment = ['PRICE_ADJUSTMENT', partOf(random, principal.cents)] as const
  const accrued = deal.kind === 'REPO' ? accruedOn(deal.projected, day) : 0n
  const withInterest = accrued > 0n && random.chance(0.5)
  return withInterest
    ? paid(proposer, 'REPRICE', principal.payee, [['INTEREST', accrued], adjustment])
    : paid(proposer, 'REPRICE', somebody(proposer), [adjustment])
}

function proposeAmendment(proposer: Proposer): DealDelivery {
  const { random, deal } = proposer
  const rate = random.pick(['2.14', '2.40', '0', '-0.50', '3.125'])
  const rated = deal.kind === 'REPO' ? { rate } : { feeRate: rate }
  const repurchaseDate = random.pick(['2028-01-03', '2028-06-30', null])
  const amend = random.pick<Amendment>([rated, rated, { repurchaseDate }, { noticeDays: random.below(9) }])
  return paid(proposer, 'AMENDMENT', somebody(proposer), [['AGREEMENT', 0n]], amend)
}

/** What has accrued on a repo; on a loan, interest on cash that secures it, as the sides agree on. */
function proposeInterest(proposer: Proposer): DealDelivery | undefined {
  const { random, deal, day } = proposer
  const { projected } = deal
  if (projected?.principal == null) return undefined
  const due = deal.kind === 'REPO' ? accruedOn(projected, day) : upTo(random, 500_000n)
  const { payer, payee } = projected.principal
  return due < 0n
    ? paid(proposer, 'INTEREST', payer, [['INTEREST', -due]])
    : paid(proposer, 'INTEREST', payee, [['INTEREST', due]])
}

const payOf = (purpose: 'INCOME' | 'FEE') => (proposer: Proposer) =>
  paid(proposer, purpose, somebody(proposer), [[purpose, upTo(proposer.random, 5_000_000n)]])

/** Each kind that the protocol has, and how often of a hundred it is proposed. */
const PROPOSALS: Record<
  DealEventKind,
  readonly [often: number, of: (proposer: Proposer) => DealDelivery | undefined]
> = {
  RETURN: [36, proposeReturn],
  SUBSTITUTION: [16, proposeSubstitution],
  MARGIN: [16, proposeMargin],
  REPRICE: [7, proposeReprice],
  AMENDMENT: [7, proposeAmendment],
  INTEREST: [6, proposeInterest],
  INCOME: [6, payOf('INCOME')],
  FEE: [6, payOf('FEE')],
}

const DRAWN = Object.values(PROPOSALS).flatMap(([often, of]) => Array.from({ length: often }, () => of))

/** An event of some kind; undefined where the deal, as the bank knows it, has nothing for it. */
export const proposeEvent = (proposer: Proposer): DealDelivery | undefined =>
  proposer.random.pick(DRAWN)(proposer)
