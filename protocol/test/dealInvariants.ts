// What holds of a deal in every life: counted here from the legs and payments of what has settled, and not from what the deal says.
import { expect } from 'vitest'
import type { Deal } from '../src/deals/deal.ts'
import { flowsOf, movesOf } from '../src/deals/dealDelivery.ts'
import type { DealDelivery, Flow } from '../src/deals/dealDelivery.ts'
import { mainLotsOf, remainingOf } from '../src/deals/outstanding.ts'
import { unitWeights } from '../src/deals/principalShares.ts'
import { dividedBy, fraction, plus, sumOf, times, ZERO } from '../src/repo/fraction.ts'
import type { LotName } from '../src/terms/loanTerms.ts'
import { alpen } from './dealDeliveries.ts'

/** Sums by key, without those of 0. */
function summed(amounts: readonly (readonly [key: string, amount: bigint])[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const [key, amount] of amounts) sums.set(key, (sums.get(key) ?? 0n) + amount)
  return new Map([...sums].filter(([, sum]) => sum !== 0n))
}

/** Of each instrument, what the legs have brought from Alpenbank to the other bank, less what they have brought back. */
const movedByLegs = (settled: readonly DealDelivery[]) =>
  summed(
    settled
      .flatMap(movesOf)
      .map(({ asset, sender, quantity }) => [asset.assetId, sender === alpen ? quantity : -quantity]),
  )

/** The same by what is outstanding of the lots. */
const movedByLots = ({ lots }: Deal) =>
  summed(
    lots.map(({ asset, giver, outstanding }) => [
      asset.assetId,
      giver === alpen ? outstanding : -outstanding,
    ]),
  )

/** Every payment by purpose and direction, in cents. */
const sumsOf = (flows: readonly Flow[]) =>
  summed(flows.map(({ purpose, from, to, cents }) => [`${purpose} ${from} ${to}`, cents]))

/** What must be paid back: the opening's payment, less what came back of it, and with what a new price added. */
const principalLeft = (flows: readonly Flow[], payer: string): bigint =>
  flows
    .filter(({ purpose }) => purpose === 'PRINCIPAL' || purpose === 'PRICE_ADJUSTMENT')
    .reduce((sum, { from, cents }) => (from === payer ? sum + cents : sum - cents), 0n)

/** Both banks have the same hash, and all that belongs to it. */
export function expectSame([ours, theirs]: readonly [Deal, Deal], where: string): void {
  const shown = ({ hash, state, lots, cash, terms, rateSegments }: Deal) => ({
    where,
    hash,
    state,
    lots,
    cash,
    terms,
    rateSegments,
  })
  expect(shown(ours)).toEqual(shown(theirs))
}

/** Quantities, principal and every payment add up, each settled event counts, and nothing went back twice. */
export function expectSound(
  opening: DealDelivery,
  events: readonly DealDelivery[],
  deal: Deal,
  where: string,
): void {
  const settled = events.filter(({ deliveryState }) => deliveryState === 'SETTLED')
  const counted = deal.events.filter(({ status, fault }) => status === 'SETTLED' && fault === null)
  const opened = counted.filter(({ kind }) => kind === 'OPENING').flatMap(({ flows }) => flows)
  const flows = [...opened, ...settled.flatMap((event) => flowsOf(event) ?? [])]
  const payer = opened[0]?.from
  expect({
    where,
    isConsistent: deal.state !== 'INCONSISTENT',
    counted: counted.length,
    isHeldOnce: deal.lots.every((lot) => remainingOf(lot) >= 0n && lot.outstanding >= 0n),
    moved: movedByLots(deal),
    flows: sumsOf(deal.cash.flows),
    principal: deal.cash.principal?.cents,
  }).toEqual({
    where,
    isConsistent: true,
    counted: settled.length + 1,
    isHeldOnce: true,
    moved: movedByLegs([opening, ...settled]),
    flows: sumsOf(flows),
    principal: payer === undefined ? undefined : principalLeft(flows, payer),
  })
}

/** After the last return of a deal in which nothing was pending, all is back to the last unit, and with it the principal to the cent. */
export function expectClosed(before: Deal, { state, lots, cash }: Deal, where: string): void {
  const left = lots.filter(({ outstanding }) => outstanding > 0n)
  expect({ where, state, left }).toEqual({ where, state: 'CLOSED', left: [] })
  const carries = mainLotsOf(before).some(({ outstanding }) => outstanding > 0n)
  if (carries && cash.principal !== null) expect([where, cash.principal.cents]).toEqual([where, 0n])
}

/** Lots and returns together carry the whole principal, each at its weight of the moment, whatever has replaced what. */
export function expectShares(deal: Deal, where: string): void {
  const settled = deal.events.filter(({ status }) => status === 'SETTLED')
  const carriedBy = (index: number, quantities: readonly { lot: LotName; quantity: bigint }[]) => {
    const weights = unitWeights({ ...deal, events: settled.slice(0, index) })
    return sumOf(quantities.map(({ lot, quantity }) => times(fraction(quantity), weights.get(lot) ?? ZERO)))
  }
  const returned = settled.map(({ kind, moves }, index) =>
    kind === 'RETURN' ? carriedBy(index, moves) : ZERO,
  )
  const held = deal.lots.map(({ lot, outstanding }) => ({ lot, quantity: outstanding }))
  const whole = carriedBy(1, settled[0]?.moves ?? [])
  const carried = plus(sumOf(returned), carriedBy(settled.length, held))
  expect({ where, share: dividedBy(carried, whole) }).toEqual({ where, share: fraction(1n) })
}
