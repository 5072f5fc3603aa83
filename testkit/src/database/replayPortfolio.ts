// Plays a portfolio of deals to its end, one day after the other: deliveries settle, deals give back, and what is available is counted
// from balances and earmarks, as a registry counts it.
import { PORTFOLIO_REGISTRIES } from './portfolios.ts'
import type { DrawnDelivery, DrawnLeg, DrawnRecall, Portfolio } from './portfolios.ts'

/**
 * What happens. CERTAIN: what every investor has confirmed, and the desk gives back what it owes. EXPECTED: custodians also mint,
 * and the other side gives back on time. POSSIBLE: proposals settle as well, and the other side gives back what is overdue.
 */
export type Course = 'CERTAIN' | 'EXPECTED' | 'POSSIBLE'

/** `recalled`: what has gone back on recalls so far, by registry. */
type Deal = { opening: DrawnDelivery; end: number | undefined; recalled: Map<number, number> }

/** What is available of each registry at the end of each day, today's being what is available now. */
export function replayPortfolio(portfolio: Portfolio, course: Course, days: number): number[][] {
  const state = PORTFOLIO_REGISTRIES.map(({ index }) => ({
    balance: (portfolio.balances[index] ?? 0) + earmarkedIn(portfolio, index),
    earmarked: earmarkedIn(portfolio, index),
  }))
  const available = () => state.map(({ balance, earmarked }) => balance - earmarked)
  const settle = ({ registry, isIncoming, quantity, isEarmarked }: DrawnLeg) => {
    const of = state[registry]
    if (of === undefined) return
    of.balance += isIncoming ? quantity : -quantity
    if (isEarmarked) of.earmarked -= quantity
  }
  const waiting = new Set(portfolio.deliveries.filter((delivery) => settlesIn(course, delivery)))
  const deals = new Set(dealsOf(portfolio))
  const found = [available()]
  for (let day = 1; day <= days; day += 1) {
    for (const delivery of waiting)
      if ((delivery.day ?? 0) <= day) {
        delivery.legs.forEach(settle)
        waiting.delete(delivery)
      }
    for (const deal of deals)
      if (deal.end !== undefined && deal.end <= day) {
        for (const back of returnsOf(deal, portfolio, course)) settle(back)
        deals.delete(deal)
      } else for (const back of recalledOf(deal, portfolio, course, day)) settle(back)
    found.push(available())
  }
  return found
}

const isPending = ({ status }: DrawnDelivery) =>
  status === 'CONFIRMED' || status === 'PROPOSED' || status === 'LATE'

const earmarkedIn = ({ deliveries }: Portfolio, index: number): number =>
  deliveries
    .filter(isPending)
    .flatMap(({ legs }) => legs)
    .filter(({ registry, isEarmarked }) => registry === index && isEarmarked)
    .reduce((sum, { quantity }) => sum + quantity, 0)

function settlesIn(course: Course, { status, type }: DrawnDelivery): boolean {
  if (status === 'PROPOSED') return course === 'POSSIBLE'
  return status === 'CONFIRMED' && (type !== 'MINT' || course !== 'CERTAIN')
}

/** Settled openings of which something is outstanding, and pending ones, if the desk knows their terms. */
const dealsOf = (portfolio: Portfolio): Deal[] =>
  portfolio.deliveries
    .filter(
      ({ type, opening, hasDetails, status }) =>
        (type === 'REPO' || type === 'SEC_LEND') &&
        opening === undefined &&
        hasDetails &&
        status !== 'CANCELED',
    )
    .filter(
      (opening) =>
        opening.status !== 'SETTLED' ||
        [...movedBy(settledOf(opening, portfolio)).values()].some((net) => net !== 0),
    )
    .map((opening) => ({ opening, end: endOf(opening, portfolio), recalled: new Map() }))

/** With the other side of the deal: whoever else names its opening takes no part in it. */
const membersOf = (opening: DrawnDelivery, { deliveries }: Portfolio): DrawnDelivery[] => [
  opening,
  ...deliveries.filter((one) => one.opening === opening.n && one.other === opening.other && one.hasDetails),
]
const settledOf = (opening: DrawnDelivery, portfolio: Portfolio) =>
  membersOf(opening, portfolio).filter(({ status }) => status === 'SETTLED')

function endOf(opening: DrawnDelivery, portfolio: Portfolio): number | undefined {
  const last = settledOf(opening, portfolio).findLast(({ amendedEnd }) => amendedEnd !== undefined)
  return last === undefined ? opening.end : (last.amendedEnd ?? undefined)
}

/** By registry, above zero if it has come in. */
function movedBy(deliveries: readonly DrawnDelivery[]): Map<number, number> {
  const moved = new Map<number, number>()
  for (const { registry, isIncoming, quantity } of deliveries.flatMap(({ legs }) => legs))
    moved.set(registry, (moved.get(registry) ?? 0) + (isIncoming ? quantity : -quantity))
  return moved
}

type Left = { registry: number; net: number; setAside: number }

/** What of each registry has moved and is not on its way back already; `setAside`: what has left for proposals that never settle. */
function leftOf({ opening }: Deal, portfolio: Portfolio, course: Course): Left[] {
  const members = membersOf(opening, portfolio)
  const happens = members.filter((one) => one.status === 'SETTLED' || settlesIn(course, one))
  const forgotten = members.filter((one) => isPending(one) && !settlesIn(course, one))
  return [...movedBy(happens)].map(([registry, net]) => ({
    registry,
    net,
    setAside: forgotten
      .flatMap(({ legs }) => legs)
      .filter((leg) => leg.registry === registry && leg.isEarmarked)
      .reduce((sum, { quantity }) => sum + quantity, 0),
  }))
}

/** On the last day everything goes back that is left and that no recall has taken back before. */
const returnsOf = (deal: Deal, portfolio: Portfolio, course: Course): DrawnLeg[] =>
  leftOf(deal, portfolio, course).flatMap(({ registry, net, setAside }): DrawnLeg[] => {
    const back = Math.abs(net) - (deal.recalled.get(registry) ?? 0)
    const leg = { registry, isEarmarked: false }
    if (net > 0) return [{ ...leg, isIncoming: false, quantity: Math.max(back - setAside, 0) }]
    const comes = course === 'POSSIBLE' || (course === 'EXPECTED' && (deal.end ?? 0) >= 0)
    return comes ? [{ ...leg, isIncoming: true, quantity: back }] : []
  })

/** What goes back on a day before the end, since it was recalled by then: never more than is left. */
function recalledOf(deal: Deal, portfolio: Portfolio, course: Course, day: number): DrawnLeg[] {
  const { opening, recalled } = deal
  return leftOf(deal, portfolio, course).flatMap(({ registry, net, setAside }): DrawnLeg[] => {
    const isIncoming = net < 0
    const due = portfolio.recalls
      .filter(
        (recall) => recall.opening === opening.n && recall.day <= day && isDue(recall, portfolio, course),
      )
      .filter(({ leg }) => {
        const named = opening.legs[leg]
        return named?.registry === registry && named.isIncoming !== isIncoming
      })
      .filter((recall) => !isIncoming || course === 'POSSIBLE' || (course === 'EXPECTED' && recall.day >= 0))
      .reduce((sum, { quantity }) => sum + quantity, 0)
    const before = recalled.get(registry) ?? 0
    const left = isIncoming ? 0 : setAside
    const now = Math.max(Math.min(due, Math.abs(net)) - left, 0) - before
    recalled.set(registry, before + now)
    return now === 0 ? [] : [{ registry, isIncoming, quantity: now, isEarmarked: false }]
  })
}

/** Agreed, and no event meets it that has settled or does so in this course. */
const isDue = ({ answer, quotedBy }: DrawnRecall, { deliveries }: Portfolio, course: Course): boolean =>
  answer === 'AGREED' &&
  deliveries.every(
    (one) => one.n !== quotedBy || !one.hasDetails || (one.status !== 'SETTLED' && !settlesIn(course, one)),
  )
