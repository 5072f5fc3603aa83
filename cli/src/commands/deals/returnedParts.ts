// What of each lot a return gives back, as it is typed.
import { parseQuantity } from '@connex/protocol'
import { LotName, mainLotsOf } from '@connex/protocol/deals'
import type { Deal, DealLot } from '@connex/protocol/deals'
import { CliError } from '../../CliError.ts'
import { repeated, scalar, value } from '../../command/Option.ts'
import { unitsOf } from '../../directory/transferOptions.ts'

const group = 'Terms'

export type TypedPart = { readonly quantity: string; readonly lot: LotName | undefined }

/** `--quantity 3,000,000`, or once for each lot: `--quantity 3,000,000@P1 --quantity 0@P2`. */
export const partsOption = repeated(
  value<TypedPart>(
    'N[@LOT]',
    'return only this quantity, such as 1,000.50, or of one of several lots, such as 3,000,000@P1',
    (typed) => {
      const [, quantity = '', name] = /^([^@]{1,60})(?:@([^@]+))?$/.exec(typed) ?? []
      const lot = LotName.safeParse(name)
      return quantity !== '' && (name === undefined || lot.success)
        ? { value: { quantity, lot: lot.data } }
        : { expected: 'must be a quantity such as 1,000.50, or one with its lot such as 3,000,000@P1' }
    },
    { group },
  ),
)

export const partLotOption = scalar(
  LotName,
  'LOT',
  'the lot of a single --quantity that does not name its own',
  'must be a lot such as L1',
  { group },
)

type Typed = { readonly quantity: readonly TypedPart[]; readonly lot: LotName | undefined }

/**
 * In smallest units, by lot.
 *
 * @example
 * partsIn(deal, { quantity: [{ quantity: '3,000,000', lot: 'P1' }], lot: undefined }) // { P1: 300000000n }
 */
export function partsIn(
  deal: Pick<Deal, 'kind' | 'lots'>,
  { quantity, lot }: Typed,
): Record<LotName, bigint> {
  if (quantity.length === 0) throw CliError.of('usage', '--lot needs --quantity.')
  if (lot !== undefined && (quantity.length > 1 || quantity[0]?.lot !== undefined))
    throw CliError.of('usage', '--lot belongs to a single --quantity that does not name its lot.')
  const parts = quantity.map((part) => {
    const found = lotOf(deal, part.lot ?? lot)
    return [found.lot, unitsOrZero(part.quantity, found)] as const
  })
  if (new Set(parts.map(([name]) => name)).size < parts.length)
    throw CliError.of('usage', '--quantity must name each lot once.')
  if (parts.every(([, units]) => units === 0n))
    throw CliError.of('usage', '--quantity must be above 0 for at least one lot.')
  return Object.fromEntries(parts)
}

/** Without a name, the only one that was purchased or lent and is outstanding. */
function lotOf(deal: Pick<Deal, 'kind' | 'lots'>, name: LotName | undefined): DealLot {
  const names = deal.lots.map(({ lot }) => lot).join(', ')
  if (name !== undefined) {
    const named = deal.lots.find(({ lot }) => lot === name)
    if (named !== undefined) return named
    throw CliError.of('usage', `--lot must be one of ${names}, not '${name}'.`)
  }
  const main = mainLotsOf(deal)
  const held = main.filter(({ outstanding }) => outstanding > 0n)
  const [only, second] = held.length === 0 ? main : held
  if (only !== undefined && second === undefined) return only
  throw CliError.of('usage', `--quantity must name its lot, such as 1,000@P1. The lots are ${names}.`)
}

const unitsOrZero = (typed: string, { asset }: DealLot): bigint =>
  parseQuantity(typed, asset.decimals).fault === 'notPositive' ? 0n : unitsOf(typed, asset)
