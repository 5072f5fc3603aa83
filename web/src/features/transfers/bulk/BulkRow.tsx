import { readSigned } from '@connex/sdk'
import { useMemo } from 'react'
import { SignedCalls } from '../../../lib/deal/SignedCalls.tsx'
import { ShortHash } from '../../../lib/ShortHash.tsx'
import { useInstrumentNames } from '../../../lib/useInstrumentNames.ts'
import { StatusChip } from '../../../ui/status/StatusChip.tsx'
import { transferTitle } from '../transferTitle.ts'
import styles from './BulkDialog.module.css'
import { dealWords } from './dealWords.ts'
import type { Planned } from './planConfirms.ts'
import type { BulkProgress } from './useBulkRun.ts'

type Props = { planned: Planned; counterparty: string; progress: BulkProgress | undefined }

/** One of many: its terms, what it would be confirmed with and what is signed, how far it is, or why it is left out. */
export function BulkRow({ planned, counterparty, progress }: Props) {
  const { transfer, label, leftOut, rehearsed, notes = [] } = planned
  const calls = useMemo(() => rehearsed && readSigned(rehearsed), [rehearsed])
  const { sides, terms } = dealWords(planned, useInstrumentNames())
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong>{transferTitle(transfer, counterparty)}</strong>
        {[...sides, ...notes].map((words) => (
          <span key={words}>{words}</span>
        ))}
        {terms !== '' && (
          <span className={styles.muted} dir="auto">
            {terms}
          </span>
        )}
        <span className={styles.muted}>
          {label !== undefined && `${label} · `}
          <ShortHash value={transfer.deliveryId} />
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
