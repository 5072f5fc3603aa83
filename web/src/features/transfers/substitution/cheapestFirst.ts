// The order in which own positions are offered in place of what comes back.
import { inheritedHaircut, type Deal, type DealLot } from '@connex/protocol/deals'
import type { QuotedPrice } from '@connex/sdk'
import type { Available } from './substitutionForm.ts'

type Known = {
  deal: Pick<Deal, 'lots' | 'terms' | 'events'>
  /** What can go out. */
  lots: readonly DealLot[]
  /** As typed. */
  prices: readonly QuotedPrice[]
  isSuspended: (position: Available) => boolean
}

/**
 * Cheapest first: the lowest price after the haircut of the terms, as typed or as the deal has quoted it last. What has no price comes
 * after that, and what is suspended last.
 *
 * @example
 * cheapestFirst(positions, { deal, lots, prices, isSuspended })
 */
export const cheapestFirst = (positions: readonly Available[], known: Known): Available[] =>
  positions
    .map((position) => ({ position, cost: costOf(position, known) }))
    .toSorted((one, other) => (one.cost === other.cost ? 0 : one.cost - other.cost))
    .map(({ position }) => position)

/** Two that no number tells apart stay in their order. */
const [UNPRICED, SUSPENDED] = [Number.MAX_VALUE, Infinity]

/** For 100 of the quantity. */
function costOf(position: Available, { isSuspended, deal, lots, prices }: Known): number {
  if (isSuspended(position)) return SUSPENDED
  const price = typedPrice(position, prices) ?? quotedPrice(position, deal)
  if (price === undefined) return UNPRICED
  const asset = { assetId: position.registryId }
  const haircut = inheritedHaircut(deal.terms, asset, { known: deal.lots, gone: lots }) ?? '0'
  return price * (1 - Number(haircut) / 100)
}

const dirty = ({ clean, accrued = '0' }: Pick<QuotedPrice, 'clean' | 'accrued'>): number =>
  Number(clean) + Number(accrued)

function typedPrice({ instrumentId, unit }: Available, prices: readonly QuotedPrice[]): number | undefined {
  const typed = prices.find((one) => one.instrumentId === instrumentId)
  // What is counted is quoted for one.
  return typed && dirty(typed) * (unit === 'UNITS' ? 100 : 1)
}

function quotedPrice({ instrumentId }: Available, { events }: Known['deal']): number | undefined {
  const quoted = events
    .flatMap(({ priceUsed }) => priceUsed.filter(({ instrument }) => instrument === instrumentId))
    .toSorted((one, other) => (one.date < other.date ? -1 : 1))
    .at(-1)
  return quoted && dirty(quoted)
}
