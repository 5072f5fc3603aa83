import type { CallQuery } from '@connex/protocol'
import { call } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { formatQuantity } from '../../lib/format.ts'
import { unitText } from '../../lib/units.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { TotalsLine } from '../../ui/table/TotalsLine.tsx'

/** What the listed holdings come to, over all pages: a sum for each unit, never across units. */
export function HoldingTotals({ query }: { query: CallQuery<'positions'> }) {
  const { client } = useViewer()
  const { data } = useQuery({
    queryKey: ['positions', 'totals', query],
    queryFn: ({ signal }) => call(client, 'positionTotals', { query, signal }),
  })
  if (data === undefined) return null
  return (
    <TotalsLine
      label={t('Holdings.sum')}
      sums={data.totals.map(({ unit, decimals, quantity, available }) => ({
        id: unit,
        unit: unitText(unit),
        amount: formatQuantity(quantity, decimals),
        note: t('Holdings.sum_available', { quantity: formatQuantity(available, decimals) }),
      }))}
    />
  )
}
