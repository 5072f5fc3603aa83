import { actionsFor, type Transfer, type TransferState } from '@connex/protocol'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { StatusChip, type Tone } from '../../ui/status/StatusChip.tsx'
import styles from './TransferStatus.module.css'

const TONES: Record<TransferState, Tone> = {
  PENDING: 'yours',
  PENDING_COUNTERPARTY: 'counterparty',
  PENDING_CUSTODIAN: 'custodian',
  SETTLED: 'done',
  CANCELED: 'canceled',
}

/**
 * Whose turn it is. That someone asked for cancelling is a badge: the state stays as it is. A short one does not say in words
 * who asked.
 */
export function TransferStatus({ transfer, isShort }: { transfer: Transfer; isShort?: boolean }) {
  const { tenantAddr } = useViewer()
  const { cancelRequested, cancelRequestedByOther } = actionsFor(transfer, tenantAddr)
  const asked = cancelRequestedByOther
    ? t('Transactions.cancel_asked')
    : cancelRequested
      ? t('Transactions.cancel_asked_by_you')
      : undefined
  return (
    <span className={styles.status}>
      <StatusChip tone={TONES[transfer.state]}>{t(`TransferState.${transfer.state}`)}</StatusChip>
      {asked !== undefined && (
        <StatusChip tone={cancelRequestedByOther ? 'yours' : 'plain'}>
          {isShort ? t('Transactions.cancel_asked') : asked}
        </StatusChip>
      )}
    </span>
  )
}
