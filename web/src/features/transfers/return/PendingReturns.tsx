import { entryText, type Deal, type DealEntry } from '@connex/protocol/deals'
import { Link } from '@tanstack/react-router'
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

type Props = { deal: Deal; onLeave: () => void }

/** What is on its way back and cannot go back twice: each opens its panel in place of the form. */
export default function PendingReturns({ deal, onLeave }: Props) {
  const pending = pendingReturns(deal)
  if (pending.length === 0) return null
  return (
    <Alert tone="info" title={t('PendingReturns.title')}>
      {pending.map((entry) => (
        <Link key={entry.deliveryId} to="/transactions" search={{ row: entry.deliveryId }} onClick={onLeave}>
          {entryText(entry, deal)}
        </Link>
      ))}
    </Alert>
  )
}
