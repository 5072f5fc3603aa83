import { readSigned } from '@connex/sdk'
import { useMemo } from 'react'
import { SignedCalls } from '../../../lib/deal/SignedCalls.tsx'
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
  const { transfer, accounts, label, leftOut, rehearsed } = planned
  const calls = useMemo(() => rehearsed && readSigned(rehearsed), [rehearsed])
  const nameOf = useInstrumentNames()
  // Before the ledger was asked there are no bytes to read: the transfer's own words, and the accounts meant for it.
  const meant = (['deliver', 'receive'] as const).flatMap((side) => {
    const told = transferSide(transfer, side, nameOf)
    const account = accounts?.[side]
    return [
      ...(told === undefined ? [] : [`${t(`Transactions.you_${side}`)} ${told.quantity} ${told.instrument}`]),
      ...(account === undefined ? [] : [`${t(`ConfirmForm.${side}_account`)} ${account}`]),
    ]
  })
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong>{transferTitle(transfer, counterparty)}</strong>
        {calls === undefined && <span>{meant.join(' · ')}</span>}
        <span className={styles.muted}>
          {label !== undefined && `${label} · `}
          <code>{shorten(transfer.deliveryId)}</code>
        </span>
        {calls !== undefined && <SignedCalls calls={calls} />}
      </div>
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
