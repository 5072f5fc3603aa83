import { EVENT_TEXTS, type Asset, type Deal, type DealEntry } from '@connex/protocol/deals'
import { Link } from '@tanstack/react-router'
import { formatQuantity } from '../../../lib/format.ts'
import { pendingReturns as messages } from '../../../messages/en/forms/pendingReturns.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { Alert } from '../../../ui/status/Alert.tsx'

addMessages(messages)

/** The pending events that give something back already. */
export const pendingReturns = ({ events }: Pick<Deal, 'events'>): DealEntry[] =>
  events.filter(
    ({ status, fault, moves }) =>
      status === 'IN_FLIGHT' && fault === null && moves.some(({ way }) => way === 'back'),
  )

type Props = { deal: Deal; assetName: (asset: Asset) => string; onLeave: () => void }

/** What is on its way back and cannot go back twice: each opens its panel in place of the form. */
export default function PendingReturns({ deal, assetName, onLeave }: Props) {
  const pending = pendingReturns(deal)
  const goingBack = ({ moves }: DealEntry): string[] =>
    moves.flatMap(({ lot: name, quantity, way }) => {
      const asset = deal.lots.find(({ lot }) => lot === name)?.asset
      const isGoing = way === 'back' && asset !== undefined
      return isGoing ? [`${formatQuantity(quantity, asset.decimals)} ${assetName(asset)}`] : []
    })
  if (pending.length === 0) return null
  return (
    <Alert tone="info" title={t('PendingReturns.title')}>
      {pending.map((entry) => (
        <Link key={entry.deliveryId} to="/transactions" search={{ row: entry.deliveryId }} onClick={onLeave}>
          {[EVENT_TEXTS[entry.kind], ...goingBack(entry)].join(' · ')}
        </Link>
      ))}
    </Alert>
  )
}
