import type { Position } from '@connex/protocol'
import { formatQuantity } from '../../lib/format.ts'
import { sumByUnit } from '../../lib/sumByUnit.ts'
import { unitText } from '../../lib/units.ts'
import { t } from '../../messages/t.ts'
import { TotalsLine } from '../../ui/table/TotalsLine.tsx'

/** What the selected holdings come to, and how much of it is available, by unit. */
export default function SelectedHoldings({ positions }: { positions: readonly Position[] }) {
  const sums = (column: 'quantity' | 'available') =>
    sumByUnit(
      positions.map(({ unit, decimals, [column]: quantity }) => ({
        unit: unitText(unit),
        decimals,
        quantity: BigInt(quantity),
      })),
    )
  const available = new Map(
    sums('available').map(({ unit, decimals, quantity }) => [unit, formatQuantity(quantity, decimals)]),
  )
  return (
    <TotalsLine
      label={t('Holdings.sum')}
      sums={sums('quantity').map(({ unit, decimals, quantity }) => ({
        id: unit,
        unit,
        amount: formatQuantity(quantity, decimals),
        note: t('Holdings.sum_available', { quantity: available.get(unit) ?? '' }),
      }))}
    />
  )
}
