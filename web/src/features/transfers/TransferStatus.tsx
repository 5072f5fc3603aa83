import type { Transfer, TransferState } from '@connex/protocol'
import { useTenantNames } from '../../lib/useTenantNames.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { StatusChip, type Tone } from '../../ui/status/StatusChip.tsx'
import { cancelBadge } from './cancelBadge.ts'
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
