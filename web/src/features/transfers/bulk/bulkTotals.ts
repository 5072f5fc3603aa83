import { CASH_INSTRUMENT } from '@connex/protocol'
import { formatCash, formatQuantity } from '../../../lib/quantity.ts'
import { t } from '../../../messages/t.ts'
import { withDetails } from '../transferFacts.ts'
import { transferSide } from '../transferSide.ts'
import type { Planned } from './planConfirms.ts'

type Sum = { units: bigint; show: (units: bigint) => string }

/** What all of them deliver and receive together, instrument by instrument: never one sum of different things. */
export function bulkTotals(
  planned: readonly Planned[],
  instrumentOf: (identifier: string) => string,
): string[] {
  return (['deliver', 'receive'] as const).flatMap((side) => {
    const sums = new Map<string, Sum>()
    const add = (key: string, units: bigint, show: Sum['show']) =>
      sums.set(key, { units: (sums.get(key)?.units ?? 0n) + units, show })
    for (const { transfer: read, check } of planned) {
      const transfer = withDetails(read, check)
      const asset = transfer[side]
      const { cashQuantity, cashCurrency } = transfer
      const currency = cashCurrency ?? ''
      if (asset !== null) {
        const { identifier, quantity, decimals } = asset
        const name = instrumentOf(identifier ?? '')
        add(`${identifier}.${decimals}`, BigInt(quantity), (units) =>
          `${formatQuantity(units.toString(), decimals)} ${name}`.trim(),
        )
      } else if (transferSide(transfer, side)?.instrument === CASH_INSTRUMENT && cashQuantity !== null)
        add(`cash.${currency}`, BigInt(cashQuantity.replace('.', '')), (cents) =>
          formatCash(decimalOf(cents), currency),
        )
    }
    const all = [...sums.values()].map(({ units, show }) => show(units)).join(', ')
    return all === '' ? [] : [t(`Bulk.${side}_total`, { all })]
  })
}

/** Cash has two decimals: 980050n → '9800.50' */
function decimalOf(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
