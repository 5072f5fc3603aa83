// Quantities by lot, as a caller gives them.
import type { Deal, DealLot } from '@connex/protocol/deals'
import { ClientError } from '../errors.ts'

/** In smallest units by lot, such as `{ P1: 3_000_000n }`. */
export type LotQuantities = Readonly<Record<string, bigint>>

/**
 * The named lots of a deal, each with its quantity; refused where the deal has no such lot, or a quantity is not above zero.
 * `field` is the caller's name for them.
 *
 * @example
 * namedLots(deal, { P1: 3_000_000n }, 'out') // [{ lot: { lot: 'P1', … }, quantity: 3000000n }]
 */
export const namedLots = (
  { lots }: Pick<Deal, 'lots'>,
  quantities: LotQuantities,
  field: string,
): { lot: DealLot; quantity: bigint }[] =>
  Object.entries(quantities).map(([name, quantity]) => {
    const lot = lots.find((one) => one.lot === name)
    if (lot === undefined || quantity <= 0n)
      throw new ClientError(
        'invalidInput',
        `${field}.${name}: the deal has no such lot, or the quantity is not above zero`,
      )
    return { lot, quantity }
  })
