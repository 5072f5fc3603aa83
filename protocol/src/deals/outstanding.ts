// What may still go back of a deal. Without imports of code, so that a form that asks for it loads nothing else of deals.
import type { Address } from '../scalars.ts'
import type { LotKind } from '../terms/loanTerms.ts'
import type { Deal, DealLot } from './deal.ts'
import type { DealKind } from './dealTerms.ts'

const MAIN_KIND: Record<DealKind, LotKind> = { REPO: 'PURCHASED', LOAN: 'LOAN' }

/** The lots whose return brings the principal back, or the collateral: what was purchased, or lent. */
export const mainLotsOf = <Lot extends Pick<DealLot, 'kind'>>({
  kind,
  lots,
}: Pick<Deal, 'kind'> & { lots: readonly Lot[] }): Lot[] => lots.filter((lot) => lot.kind === MAIN_KIND[kind])

/** What is outstanding of a lot and not on its way back. `availableOf({ outstanding: 10n, inFlight: 3n })` → 7n */
export const availableOf = ({ outstanding, inFlight }: Pick<DealLot, 'outstanding' | 'inFlight'>): bigint =>
  outstanding > inFlight ? outstanding - inFlight : 0n

/** What will be outstanding of a lot once everything pending has settled. */
export const remainingOf = ({
  outstanding,
  inFlight,
  arriving,
}: Pick<DealLot, 'outstanding' | 'inFlight' | 'arriving'>): bigint => outstanding + arriving - inFlight

type Given = Pick<DealLot, 'kind' | 'giver'>

/** What was lent is not collateral: the lender recalls it instead. */
export const isCollateralOf = ({ kind, giver }: Given, own: Address): boolean =>
  kind !== 'LOAN' && giver === own

/** What a tenant can substitute: collateral that it gave, and of which nothing is in flight. */
export const substitutableLots = ({ lots }: Pick<Deal, 'lots'>, own: Address): DealLot[] =>
  lots.filter((lot) => isCollateralOf(lot, own) && lot.outstanding > 0n && lot.inFlight === 0n)
