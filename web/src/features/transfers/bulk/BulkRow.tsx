import { AccountNumber } from '@connex/protocol'
import { decodeForReview } from '@connex/sdk'
import { useMemo } from 'react'
import { SignedCalls } from '../../../shared/ledger/SignedCalls.tsx'
import { ShortHash } from '../../../ui/text/ShortHash.tsx'
import { useInstrumentNames } from '../../../lib/instruments.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { SelectField } from '../../../ui/field/SelectField.tsx'
import { StatusChip } from '../../../ui/status/StatusChip.tsx'
import { nextSteps } from '../confirm/confirmationText.ts'
import { withDetails } from '../shared/transferDetails.ts'
import { transferTitle } from '../shared/transferSummary.ts'
import styles from './BulkDialog.module.css'
import { dealText, type PlannedTransfer } from './bulkPlan.ts'
import type { BulkProgress } from './bulkReport.ts'

type Props = {
  planned: PlannedTransfer
  progress: BulkProgress | undefined
  /** Absent once accounts can no longer be chosen. */
  onChoose?: ((account: AccountNumber) => void) | undefined
}

/** One of several transfers: its terms, what is signed, its progress, or why it is left out. */
export function BulkRow({ planned, progress, onChoose }: Props) {
  const { transfer, label, skipReason, duties, transaction, receiving, accounts, notes = [] } = planned
  const calls = useMemo(() => transaction && decodeForReview(transaction), [transaction])
  const { tenantAddr } = useViewer()
  const names = { nameOf: useTenantNames(), instrumentOf: useInstrumentNames() }
  const { legs, terms } = dealText(planned, names.instrumentOf)
  const following = duties
    ? nextSteps(withDetails(transfer, planned.check), tenantAddr, duties, names)
        .map(({ text }) => text)
        .join(' ')
    : ''
  return (
    <li className={styles.row} data-state={progress?.state}>
      <div className={styles.what}>
        <strong>{transferTitle(transfer, names.nameOf(transfer.counterpartyAddr))}</strong>
        {[...legs, ...notes].map((text) => (
          <span key={text}>{text}</span>
        ))}
        {terms !== '' && (
          <span className={styles.muted} dir="auto">
            {terms}
          </span>
        )}
        <span className={styles.muted}>
          {label !== undefined && `${label} · `}
          <ShortHash value={transfer.deliveryId} />
          {following !== '' && ` · ${following}`}
        </span>
      </div>
      <div className={styles.outcome}>
        {skipReason}
        {progress !== undefined && (
          <span role="status">
            <StatusChip tone={TONES[progress.state]}>{progress.text}</StatusChip>
          </span>
        )}
        {receiving !== undefined && onChoose !== undefined && (
          <SelectField
            label={t('ConfirmForm.receive_account')}
            placeholder={t('Deal.choose')}
            value={accounts?.receive ?? null}
            options={receiving.options.map((value) => ({ value, label: value }))}
            onChange={(account) => onChoose(AccountNumber.parse(account))}
          />
        )}
        {calls !== undefined && progress === undefined && <SignedCalls calls={calls} />}
      </div>
    </li>
  )
}

const TONES = { running: 'custodian', done: 'done', failed: 'danger' } as const
