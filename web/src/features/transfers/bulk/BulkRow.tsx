import { shorten } from '../../../lib/shorten.ts'
import { useInstrumentNames } from '../../../lib/useInstrumentNames.ts'
import { t } from '../../../messages/t.ts'
import { StatusChip } from '../../../ui/status/StatusChip.tsx'
import { transferSide } from '../transferSide.ts'
import { transferTitle } from '../transferTitle.ts'
import styles from './BulkDialog.module.css'
import type { Planned } from './planConfirms.ts'
import type { BulkProgress } from './useBulkRun.ts'

type Props = { planned: Planned; counterparty: string; progress: BulkProgress | undefined }

/** One of many: what it is, what it would be confirmed with, how far it is, or why it is left out. */
export function BulkRow({ planned, counterparty, progress }: Props) {
  const { transfer, accounts, label, leftOut } = planned
  const nameOf = useInstrumentNames()
  const legs = (['deliver', 'receive'] as const).flatMap((side) => {
    const told = transferSide(transfer, side, nameOf)
    if (told === undefined) return []
    return [`${t(`Transactions.you_${side}`)} ${told.quantity} ${told.instrument}`]
  })
  const named = (['deliver', 'receive'] as const).flatMap((side) => {
    const account = accounts?.[side]
    return account === undefined ? [] : [`${t(`ConfirmForm.${side}_account`)} ${account}`]
  })
  return (
    <li className={styles.row}>
      <span className={styles.what}>
        <strong>{transferTitle(transfer, counterparty)}</strong>
        <span>{legs.join(' · ')}</span>
        <span className={styles.muted}>{[label, ...named].filter(Boolean).join(' · ')}</span>
        <code className={styles.muted}>{shorten(transfer.deliveryId)}</code>
      </span>
      {leftOut !== undefined && <span className={styles.reason}>{leftOut}</span>}
      {progress !== undefined && (
        <span className={styles.reason} role="status">
          <StatusChip tone={TONES[progress.state]}>{progress.words}</StatusChip>
        </span>
      )}
    </li>
  )
}

const TONES = { running: 'custodian', done: 'done', failed: 'danger' } as const
