import type { CallQuery, UnitSum } from '@connex/protocol'
import { call } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { formatCash, formatQuantity } from '../../../lib/format.ts'
import { unitName } from '../../../lib/units.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { TotalsLine } from '../../../ui/table/TotalsLine.tsx'

const sumsOf = (sums: readonly UnitSum[]) =>
  sums.map(({ unit, decimals, quantity }) => ({
    id: unit,
    unit: unitName(unit),
    amount: formatQuantity(quantity, decimals),
  }))

type Props = {
  query: CallQuery<'transfers'>
  /** The rows of this query are there. The sums wait for them: the server adds up every page, the user reads the first. */
  isListed: boolean
}

/** What the listed transfers deliver and receive, over all pages, by unit; and their documented cash. */
export default function TransfersTotals({ query, isListed }: Props) {
  const { client } = useViewer()
  const { data } = useQuery({
    queryKey: ['transfers', 'totals', query],
    queryFn: ({ signal }) => call(client, 'transferTotals', { query, signal }),
    enabled: isListed,
  })
  if (data === undefined) return null
  const { delivered, received, cash } = data
  const cashOf = (side: 'incoming' | 'outgoing') =>
    cash
      .filter((flow) => !/^0\.00$/.test(flow[side]))
      .map((flow) => ({
        id: `cash ${flow.currency}`,
        amount: formatCash(flow[side], flow.currency),
      }))
  return (
    <>
      <TotalsLine
        label={t('Transactions.sum_delivered')}
        sums={[...sumsOf(delivered), ...cashOf('outgoing')]}
      />
      <TotalsLine
        label={t('Transactions.sum_received')}
        sums={[...sumsOf(received), ...cashOf('incoming')]}
      />
    </>
  )
}
