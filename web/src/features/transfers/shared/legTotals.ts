// What several transfers move together: listed, selected, or about to be signed.
import { CASH_DECIMALS, cashSideOf, type Transfer } from '@connex/protocol'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'
import { sumByUnit, type Amount } from '../../../lib/sumByUnit.ts'
import { unitName } from '../../../lib/units.ts'

/**
 * What the transfers deliver or receive: a sum for each unit of securities, then one for each currency of documented cash.
 * An amount that is not known is counted, and in no sum.
 *
 * @example
 * legTotals([repo, loan], 'deliver') // { sums: [{ unit: 'EUR nominal', decimals: 2, quantity: 206000000n }], unknown: 0 }
 */
export function legTotals(transfers: readonly Transfer[], key: LegKey): { sums: Amount[]; unknown: number } {
  const securities = transfers.flatMap((transfer) => transfer[key] ?? [])
  const paid = transfers.filter((transfer) => cashSideOf(transfer) === key)
  const cash = paid.flatMap(({ cashQuantity, cashCurrency }) =>
    cashQuantity === null
      ? []
      : [
          {
            unit: cashCurrency ?? '',
            decimals: CASH_DECIMALS,
            quantity: BigInt(cashQuantity.replace('.', '')),
          },
        ],
  )
  const amounts = securities.map(({ unit, decimals, quantity }) => ({
    unit: unitName(unit),
    decimals,
    quantity: BigInt(quantity),
  }))
  return { sums: sumByUnit([...amounts, ...cash]), unknown: paid.length - cash.length }
}
