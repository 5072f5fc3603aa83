// How much of each lot goes back: as typed, and what it means.
import { availableOf, mainLotsOf } from '@connex/protocol/deals'
import type { Deal, DealLot, LotName } from '@connex/protocol/deals'
import { quantityFaultText } from '../../../shared/deal/AssetDraft.ts'
import { formatQuantity, parseQuantity } from '../../../lib/format.ts'
import { t } from '../../../messages/t.ts'

type Lots = Pick<Deal, 'kind' | 'lots'>

/** The lots whose quantity a return chooses: what was purchased or lent, and is not on its way back already. */
export function lotsToReturn(deal: Lots): DealLot[] {
  const held = mainLotsOf(deal).filter(({ outstanding }) => outstanding > 0n)
  const available = held.filter((lot) => availableOf(lot) > 0n)
  return available.length === 0 ? held : available
}

/** The collateral of a loan, of which a part return gives back as much as both sides agree. */
export const collateralToReturn = ({ lots }: Lots): DealLot[] =>
  lots.filter((lot) => lot.kind === 'COLLATERAL' && availableOf(lot) > 0n)

/** Of a return that was proposed before: what it returned of each lot. */
export type ProposedParts = Readonly<Record<LotName, bigint>>

/** Whether the form can show these parts: each is of a lot that can still go back. */
export const canShowParts = (parts: ProposedParts, { lots }: Lots): boolean =>
  Object.keys(parts).every((name) => lots.some((one) => one.lot === name && availableOf(one) > 0n))

/** The parts as typed quantities: what they do not name stays. */
export const typedParts = (parts: ProposedParts, deal: Lots): Record<LotName, string> =>
  Object.fromEntries(
    [...lotsToReturn(deal), ...collateralToReturn(deal)].map(({ lot, asset }) => [
      lot,
      formatQuantity(parts[lot] ?? 0n, asset.decimals),
    ]),
  )

export type ReadQuantities = {
  /** In smallest units by lot; undefined for everything that is held now. */
  quantities?: Record<LotName, bigint>
  /** Less than everything goes back, or nothing: the other side has to agree. */
  isPart: boolean
  /** By lot. */
  errors: Partial<Record<LotName, string>>
}

/** What the typed quantities return, and why a quantity cannot be. */
export function readQuantities(typed: Readonly<Record<LotName, string>>, deal: Lots): ReadQuantities {
  const main = lotsToReturn(deal).map((lot) => readQuantity(typed[lot.lot], lot))
  const isPart = main.some(({ units, available }) => units !== undefined && units < available)
  // With all that was purchased or lent, all collateral goes back.
  const collateral = isPart
    ? collateralToReturn(deal)
        .filter(({ lot }) => typed[lot] !== undefined)
        .map((lot) => readQuantity(typed[lot.lot], lot))
    : []
  const [first, second] = main
  const isNothing = isPart && main.every(({ units }) => units === 0n)
  const errors = Object.fromEntries([
    ...[...main, ...collateral].flatMap(({ lot, fault }) => (fault === undefined ? [] : [[lot, fault]])),
    ...(isNothing && first !== undefined
      ? [[first.lot, t(second === undefined ? 'DealForm.not_positive' : 'ReturnForm.nothing')]]
      : []),
  ]) as Partial<Record<LotName, string>>
  if (!isPart || Object.keys(errors).length > 0) return { isPart, errors }
  const named = [...main.filter(({ units }) => units !== 0n), ...collateral]
  return { isPart, errors, quantities: Object.fromEntries(named.map(({ lot, units = 0n }) => [lot, units])) }
}

type Read = { lot: LotName; available: bigint; units?: bigint; fault?: string }

/** 0 is a quantity here: of several lots, one may stay. */
function readQuantity(typed: string | undefined, one: DealLot): Read {
  const { lot, asset } = one
  const available = availableOf(one)
  if (typed === undefined) return { lot, available, units: available }
  const { units = 0n, fault } = parseQuantity(typed, asset.decimals)
  if (fault !== undefined && fault !== 'notPositive')
    return { lot, available, fault: quantityFaultText(fault, asset.decimals) }
  if (units > available)
    return {
      lot,
      available,
      fault: t('Form.maximum_quantity', { max: formatQuantity(available, asset.decimals) }),
    }
  return { lot, available, units }
}

/** '300 of 300 outstanding.' */
export function outstandingText({ outstanding, delivered, inFlight, asset }: DealLot): string {
  const text = (units: bigint) => formatQuantity(units, asset.decimals)
  const values = { outstanding: text(outstanding), delivered: text(delivered) }
  return inFlight === 0n
    ? t('ReturnForm.outstanding', values)
    : t('ReturnForm.outstanding_in_flight', { ...values, inFlight: text(inFlight) })
}
