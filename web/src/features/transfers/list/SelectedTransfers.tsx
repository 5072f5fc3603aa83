import type { Transfer } from '@connex/protocol'
import { amountText } from '../../../lib/sumByUnit.ts'
import { t } from '../../../messages/t.ts'
import { TotalsLine } from '../../../ui/table/TotalsLine.tsx'
import { legTotals } from '../shared/legTotals.ts'
import { LEG_KEYS } from '../shared/transferKinds.ts'

/** What the selected transfers deliver and receive together, by unit and currency. */
export default function SelectedTransfers({ transfers }: { transfers: readonly Transfer[] }) {
  return LEG_KEYS.map((key) => {
    const { sums, unknown } = legTotals(transfers, key)
    return (
      <TotalsLine
        key={key}
        label={t(`Transactions.you_${key}`)}
        sums={[
          ...sums.map((sum) => ({ id: sum.unit, amount: amountText(sum) })),
          ...(unknown === 0
            ? []
            : [{ id: 'unknown', unit: t('Transactions.not_known_yet'), amount: String(unknown) }]),
        ]}
      />
    )
  })
}
