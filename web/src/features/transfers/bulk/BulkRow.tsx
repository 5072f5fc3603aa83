import type { AccountNumber } from '@connex/protocol'
import { decodeForReview, type Transaction } from '@connex/sdk'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useAccountNames } from '../../../shared/desk/accountNames.ts'
import { SignedCalls } from '../../../shared/ledger/SignedCalls.tsx'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { shorten } from '../../../lib/identifiers.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { StatusChip } from '../../../ui/status/StatusChip.tsx'
import { Tooltip } from '../../../ui/tooltip/Tooltip.tsx'
import { nextSteps } from '../confirm/confirmationText.ts'
import { withDetails } from '../shared/transferDetails.ts'
import { legAccountName } from '../shared/legAccounts.ts'
import { instrumentNames, transferTitle } from '../shared/transferSummary.ts'
import { TurnTrack } from '../shared/TurnTrack.tsx'
import styles from './BulkDialog.module.css'
import { dealText, type PlannedTransfer } from './bulkPlan.ts'
import type { BulkProgress } from './bulkReport.ts'

// Only who has several accounts with a custodian needs it.
const AccountField = lazy(() => importWithRetry(() => import('./AccountField.tsx')))

type Props = {
  planned: PlannedTransfer
  progress: BulkProgress | undefined
  /** Absent once accounts can no longer be chosen. */
  onChoose?: ((account: AccountNumber) => void) | undefined
}

/** One of several transfers in two or three lines: its terms, its progress, or why it is left out. What is signed unfolds. */
export function BulkRow({ planned, progress, onChoose }: Props) {
  const { transfer, label, skipReason, duties, transaction, receiving, accounts, notes = [] } = planned
  const [isOpen, setIsOpen] = useState(false)
  const { tenantAddr } = useViewer()
  const names = { nameOf: useTenantNames(), instrumentOf: instrumentNames(transfer) }
  const accountName = useAccountNames()
  const isChoosing = receiving !== undefined && onChoose !== undefined
  const { legs, terms } = dealText(isChoosing ? withoutReceiving(planned) : planned, accountName)
  const following = duties
    ? nextSteps(withDetails(transfer, planned.check), tenantAddr, duties, names).map(({ text }) => text)
    : []
  return (
    <li className={styles.row} data-state={progress?.state}>
      <div className={styles.what}>
        <TurnTrack transfer={transfer} />
        <strong>{transferTitle(transfer, names.nameOf(transfer.counterpartyAddr))}</strong>
        <span className={styles.muted}>
          {label !== undefined && `${label} · `}
          <Tooltip text={transfer.deliveryId}>
            <code>{shorten(transfer.deliveryId)}</code>
          </Tooltip>
        </span>
      </div>
      <div className={styles.what}>
        {[...legs, ...notes].map((text) => (
          <span key={text}>{text}</span>
        ))}
        {terms !== '' && (
          <span className={styles.muted} dir="auto">
            {terms}
          </span>
        )}
      </div>
      <div className={styles.outcome}>
        {skipReason}
        {progress !== undefined && (
          <span role="status">
            <StatusChip tone={TONES[progress.state]}>{progress.text}</StatusChip>
          </span>
        )}
        {isChoosing && (
          <Suspense fallback={null}>
            <AccountField
              value={accounts?.receive}
              options={receiving.options}
              nameOf={(account) => legAccountName(accountName, transfer, 'receive', account)}
              onChange={onChoose}
            />
          </Suspense>
        )}
      </div>
      {transaction !== undefined && progress === undefined && (
        <IconButton
          icon={isOpen ? 'chevron-up' : 'chevron-down'}
          label={t('Signed.title')}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      )}
      {isOpen && transaction !== undefined && progress === undefined && (
        <Signed transaction={transaction} following={following} />
      )}
    </li>
  )
}

/** The row has a field for the account: its legs need not say it again. */
function withoutReceiving(planned: PlannedTransfer): PlannedTransfer {
  const { receive: _, ...accounts } = planned.accounts ?? {}
  return { ...planned, accounts }
}

type SignedProps = { transaction: Transaction; following: readonly string[] }

/** What is signed, decoded from its bytes, and what happens then. */
function Signed({ transaction, following }: SignedProps) {
  const calls = useMemo(() => decodeForReview(transaction), [transaction])
  return (
    <div className={styles.signed}>
      {calls !== undefined && <SignedCalls calls={calls} />}
      {following.length > 0 && <span className={styles.muted}>{following.join(' ')}</span>}
    </div>
  )
}

const TONES = { running: 'custodian', done: 'done', failed: 'danger' } as const
