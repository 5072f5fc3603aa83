import { actionsFor } from '@connex/protocol'
import type { Address, Transfer, TransferState } from '@connex/protocol'
import { useViewer } from '../../../lib/Viewer.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { t } from '../../../messages/t.ts'
import { StatusChip } from '../../../ui/status/StatusChip.tsx'
import type { Tone } from '../../../ui/status/StatusChip.tsx'
import styles from './TransferStatus.module.css'

const TONES: Record<TransferState, Tone> = {
  PENDING: 'yours',
  PENDING_COUNTERPARTY: 'counterparty',
  PENDING_CUSTODIAN: 'custodian',
  SETTLED: 'done',
  CANCELED: 'canceled',
}

/** Whose turn it is. A request to cancel is a badge; it does not change the state. */
export function TransferStatus({ transfer, isShort }: { transfer: Transfer; isShort?: boolean }) {
  const { tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const badge = cancelBadge(transfer, tenantAddr, nameOf, isShort)
  return (
    <span className={styles.status}>
      <StatusChip tone={TONES[transfer.state]}>{t(`TransferState.${transfer.state}`)}</StatusChip>
      {badge && <StatusChip tone={badge.isYours ? 'yours' : 'plain'}>{badge.words}</StatusChip>}
    </span>
  )
}

type Asked = Pick<Transfer, 'deliveryState' | 'legs' | 'cancelVotes'>
type Badge = { words: string; isYours: boolean }

/** Whose turn a request to cancel is; the short one fits into a table's cell. Nothing where nobody asks. */
export function cancelBadge(
  transfer: Asked,
  viewer: Address,
  nameOf: (address: Address) => string,
  isShort = false,
): Badge | undefined {
  const { cancelRequested, cancelRequestedByOther } = actionsFor(transfer, viewer)
  if (cancelRequested && !cancelRequestedByOther) {
    const words = isShort ? t('Transactions.you_asked_to_cancel') : t('Transactions.cancel_requested_by_you')
    return { words, isYours: false }
  }
  const asking = transfer.cancelVotes.find(({ tenant }) => tenant !== viewer)
  if (!cancelRequestedByOther || asking === undefined) return undefined
  const name = nameOf(asking.tenant)
  const isYours = actionsFor(transfer, viewer).cancel?.kind === 'agreeCancel'
  if (isShort && isYours) return { words: t('Transactions.agree_to_cancel'), isYours }
  return { words: t('Transactions.cancel_requested_by', { name }), isYours }
}
