// Quantities by lot, as a caller gives them.
import type { Deal, DealLot } from '@connex/protocol/deals'
import { ClientError } from '../errors.ts'

/** In smallest units by lot, such as `{ P1: 3_000_000n }`. */
export type LotQuantities = Readonly<Record<string, bigint>>

/**
 * The named lots of a deal, each with its quantity; refused where the deal has no such lot, or a quantity is below the least.
 * `field` is the caller's name for them.
 *
 * @example
 * namedLots(deal, { P1: 3_000_000n }, 'out') // [{ lot: { lot: 'P1', … }, quantity: 3000000n }]
 */
export const namedLots = (
  { lots }: Pick<Deal, 'lots'>,
  quantities: LotQuantities,
  field: string,
  least = 1n,
): { lot: DealLot; quantity: bigint }[] =>
  Object.entries(quantities).map(([name, quantity]) => {
    const lot = lots.find((one) => one.lot === name)
    if (lot === undefined || quantity < least)
      throw new ClientError(
        'invalidInput',
        `${field}.${name}: the deal has no such lot, or the quantity is ${least > 0n ? 'not above' : 'below'} zero`,
      )
    return { lot, quantity }
  })
