// Which part of the principal each lot carries: what a part of it pays when it goes back.
import type { Deal, DealEntry } from './deal.ts'
import type { LotName } from '../terms/loanTerms.ts'
import { dividedBy, fraction, plus, sumOf, times, ZERO } from '../repo/fraction.ts'
import type { Fraction } from '../repo/fraction.ts'
import type { LotMove } from './lots.ts'
import { mainLotsOf } from './outstanding.ts'
import { dirtyPrice, nominalOf } from '../repo/values.ts'
import type { Asset } from './dealDelivery.ts'

/** What carries the principal: the weight of one smallest unit, and how many of them are outstanding. */
type Carrier = { unit: Fraction; outstanding: bigint }
type Carriers = Map<LotName, Carrier>
type Assets = ReadonlyMap<LotName, Asset>

/**
 * The weight of one smallest unit of each main lot, with pending deliveries. The principal belongs to the lots in proportion to what is
 * outstanding of them times these weights:
 *
 * - the opening's lots carry it by nominal;
 * - a return takes its units with what they carry;
 * - a substitution hands what the outgoing units carry to the incoming ones: by their market value at the prices that the event quotes,
 *   or by nominal if it does not quote all of them;
 * - margin changes a lot's quantity, and not what the lot carries.
 *
 * @example
 * unitWeights(deal).get('P2') // 1/2: two units of P2 carry as much as one of P1, which they replaced
 */
export function unitWeights(deal: Pick<Deal, 'kind' | 'lots' | 'events'>): ReadonlyMap<LotName, Fraction> {
  const assets: Assets = new Map(mainLotsOf(deal).map(({ lot, asset }) => [lot, asset]))
  const carriers: Carriers = new Map()
  for (const event of deal.events) {
    if (event.status === 'CANCELED' || event.fault !== null) continue
    const moves = event.moves.filter(({ lot }) => assets.has(lot))
    if (event.kind === 'SUBSTITUTION') substitute(carriers, event, moves, assets)
    else for (const move of moves) change(carriers, event.kind, move, assets)
  }
  return new Map([...carriers].map(([lot, { unit }]) => [lot, unit]))
}

function change(
  carriers: Carriers,
  kind: DealEntry['kind'],
  { lot, quantity, way }: LotMove,
  assets: Assets,
): void {
  const { unit, outstanding } = carriers.get(lot) ?? { unit: nominalOf(1n, assets.get(lot)), outstanding: 0n }
  const after = way === 'forth' ? outstanding + quantity : outstanding - quantity
  const isMargin = kind === 'MARGIN' && outstanding > 0n && after > 0n
  carriers.set(lot, {
    unit: isMargin ? times(unit, fraction(outstanding, after)) : unit,
    outstanding: after,
  })
}

function substitute(
  carriers: Carriers,
  { priceUsed }: DealEntry,
  moves: readonly LotMove[],
  assets: Assets,
): void {
  let carried = ZERO
  for (const { lot, quantity } of moves.filter(({ way }) => way === 'back')) {
    const { unit, outstanding } = carriers.get(lot) ?? { unit: ZERO, outstanding: 0n }
    carried = plus(carried, times(unit, fraction(quantity)))
    carriers.set(lot, { unit, outstanding: outstanding - quantity })
  }
  const incoming = moves.filter(({ way }) => way === 'forth')
  const values = incoming.map(({ lot, quantity }) => {
    const asset = assets.get(lot)
    const price = priceUsed.find(({ instrument }) => instrument === asset?.instrumentId)
    const nominal = nominalOf(quantity, asset)
    return { nominal, worth: price === undefined ? ZERO : times(nominal, dirtyPrice(price)) }
  })
  const isPriced = values.every(({ worth }) => worth.numerator > 0n)
  const share = values.map(({ nominal, worth }) => (isPriced ? worth : nominal))
  const whole = sumOf(share)
  incoming.forEach(({ lot, quantity }, index) => {
    const part = times(carried, dividedBy(share[index] ?? ZERO, whole))
    const { unit, outstanding } = carriers.get(lot) ?? { unit: ZERO, outstanding: 0n }
    const after = outstanding + quantity
    const total = plus(times(unit, fraction(outstanding)), part)
    carriers.set(lot, { unit: dividedBy(total, fraction(after)), outstanding: after })
  })
}
