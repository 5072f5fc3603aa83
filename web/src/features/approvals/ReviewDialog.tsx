import { proposeAgain, rejectWorkflow, type Proposal } from '@connex/sdk'
import { useState, type ReactNode } from 'react'
import { causeOf } from '../../lib/errorText.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import type { SignedNames } from '../../shared/ledger/signedText.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { TextAreaField } from '../../ui/field/TextAreaField.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import { showToast } from '../../ui/toast/toasts.ts'
import { flowsOf, isOpen, totalTexts } from './approvalText.ts'
import { ProposalCard } from './ProposalCard.tsx'
import styles from './ReviewDialog.module.css'
import { useApproval } from './useApproval.ts'
import { useChanges, useNames, type Entry } from './useProposals.ts'

type Props = {
  /** As they were opened. */
  entries: readonly Entry[]
  /** Something was approved or rejected. */
  onChanged: () => void
  onAgain: OnAgain
  onClose: () => void
}

/** Opens a form with what a proposal would have created; false where it has none. */
export type OnAgain = (calls: Proposal['calls'], names: SignedNames) => Promise<boolean>

/** What approving signs, computed here; approved or rejected, one or several at once. */
export default function ReviewDialog({ entries, onChanged, onAgain, onClose }: Props) {
  const names = useNames(entries)
  const { outcomes, isRunning, approve } = useApproval()
  const [isRejecting, setIsRejecting] = useState(false)
  const proposals = entries.flatMap(({ proposal }) => proposal ?? [])
  const approvable = proposals.filter(({ isApprovable }) => isApprovable)
  const leftOut = entries.length - approvable.length
  const changes = useChanges(proposals, outcomes.size > 0)
  // Nobody approves before having seen what has changed since.
  const isComparing = approvable.some(({ workflow }) => {
    const { texts, failure } = changes.get(workflow.workflowId) ?? {}
    return texts === undefined && failure === undefined
  })
  const [first] = entries
  const isOver = outcomes.size > 0 && !isRunning
  const failed = [...outcomes.values()].filter(({ state }) => state === 'failed').length
  const count = entries.length
  const submit = async () => {
    if (isOver || approvable.length === 0) return onClose()
    if (isComparing) return
    await approve(approvable)
    onChanged()
  }
  return (
    <Dialog
      title={count === 1 ? t('Approvals.dialog_one') : t('Approvals.dialog', { count })}
      description={t('Approvals.dialog_text')}
      size="wide"
      isLocked={isRunning}
      onClose={onClose}
      onSubmit={() => void submit()}
      notice={
        isOver && (
          <Alert
            tone={failed === 0 ? 'info' : 'danger'}
            title={t('Approvals.done_all', { count: outcomes.size - failed })}
            isLive
          >
            {failed > 0 && t('Approvals.done_failed', { count: failed })}
          </Alert>
        )
      }
      footer={
        isRejecting ? undefined : (
          <Footer
            entry={count === 1 ? first : undefined}
            approvable={approvable.length}
            isPart={entries.every(({ workflow }) => missingOf(workflow) > 1)}
            progress={isRunning ? progressOf(outcomes, approvable.length) : undefined}
            isComparing={isComparing}
            isOver={isOver}
            onReject={() => setIsRejecting(true)}
            again={
              <AgainButton
                entry={count === 1 ? first : undefined}
                names={names}
                onAgain={onAgain}
                onDone={onClose}
              />
            }
            onClose={onClose}
          />
        )
      }
    >
      <div className={styles.body}>
        {isRejecting && (
          <RejectForm
            entries={entries}
            onBack={() => setIsRejecting(false)}
            onRejected={() => {
              onChanged()
              onClose()
            }}
          />
        )}
        {count > 1 && approvable.length > 0 && (
          <div className={styles.totals}>
            <span>{t('Approvals.totals')}</span>
            {totalTexts(approvable.flatMap((one) => flowsOf(one, names))).map((text) => (
              <span key={text}>{text}</span>
            ))}
          </div>
        )}
        {count > 1 && leftOut > 0 && (
          <Alert tone="attention">{t('Approvals.left_out', { count: leftOut })}</Alert>
        )}
        {entries.map((entry) => (
          <ProposalCard
            key={entry.workflow.workflowId}
            entry={entry}
            names={names}
            changes={changes.get(entry.workflow.workflowId)}
            outcome={outcomes.get(entry.workflow.workflowId)}
          />
        ))}
      </div>
    </Dialog>
  )
}

/** Signatures that are missing, the viewer's among them. */
const missingOf = ({ confirmations, signaturesRequired, state }: Entry['workflow']): number =>
  state === 'CONFIRMED' ? 0 : signaturesRequired - confirmations.length

const progressOf = (outcomes: ReturnType<typeof useApproval>['outcomes'], count: number): string => {
  const done = [...outcomes.values()].filter(({ state }) => state !== 'running').length
  return t('Approvals.approving', { done, count })
}

type FooterProps = {
  /** The only one. */
  entry: Entry | undefined
  approvable: number
  /** Others have to sign after the viewer. */
  isPart: boolean
  progress: string | undefined
  isComparing: boolean
  isOver: boolean
  again: ReactNode
  onReject: () => void
  onClose: () => void
}

function Footer({
  entry,
  approvable,
  isPart,
  progress,
  isComparing,
  isOver,
  again,
  onReject,
  onClose,
}: FooterProps) {
  const isBusy = progress !== undefined
  if (entry !== undefined && !isOpen(entry.workflow) && !isOver)
    return (
      <>
        <span className={styles.spacer} />
        {again}
        <Button onClick={onClose}>{t('Approvals.close')}</Button>
      </>
    )
  const count = approvable
  const one = t(isPart ? 'Approvals.approve_part' : 'Approvals.approve')
  const all = t(isPart ? 'Approvals.approve_part_all' : 'Approvals.approve_all', { count })
  return (
    <>
      <span className={styles.spacer} role="status">
        {count === 0 && !isOver ? t('Approvals.nothing_left') : progress}
      </span>
      {!isOver && (
        <Button disabledReason={progress} onClick={onReject}>
          {t('Approvals.reject')}
        </Button>
      )}
      {(count > 0 || isOver) && (
        <Button
          type="submit"
          variant={isOver ? 'primary' : 'next'}
          isBusy={isBusy}
          disabledReason={isComparing && !isOver ? t('Approvals.comparing') : undefined}
        >
          {isOver ? t('Approvals.close') : entry === undefined ? all : one}
        </Button>
      )}
    </>
  )
}

type AgainProps = { entry: Entry | undefined; names: SignedNames; onAgain: OnAgain; onDone: () => void }

/** A form with the same facts, for what ended without being executed; what has no form is proposed as it was. */
function AgainButton({ entry, names, onAgain, onDone }: AgainProps) {
  const { client } = useViewer()
  const [isBusy, setIsBusy] = useState(false)
  if (entry === undefined || entry.workflow.state === 'EXECUTED') return null
  const again = async () => {
    setIsBusy(true)
    try {
      if (await onAgain(entry.proposal?.calls ?? [], names)) return onDone()
      const { batch } = await proposeAgain(client, entry.workflow)
      const deadline = formatDateTime(batch.deadline)
      const text = t('Approvals.again_done_text', { deadline })
      showToast({ tone: 'success', title: t('Approvals.again_done'), text })
      onDone()
    } catch (error) {
      setIsBusy(false)
      showToast({ tone: 'danger', title: t('Approvals.again_failure'), text: causeOf(error) })
    }
  }
  return (
    <Button isBusy={isBusy} onClick={() => void again()}>
      {t('Approvals.again')}
    </Button>
  )
}

type RejectProps = { entries: readonly Entry[]; onBack: () => void; onRejected: () => void }

function RejectForm({ entries, onBack, onRejected }: RejectProps) {
  const { client } = useViewer()
  const [reason, setReason] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  // What is rejected stays so when another one fails: the next attempt leaves it out.
  const [left, setLeft] = useState(() => entries.map(({ workflow }) => workflow.workflowId))
  const reject = async () => {
    setIsBusy(true)
    try {
      for (const workflowId of left) {
        await rejectWorkflow(client, { workflowId, reason: reason.trim() || undefined })
        setLeft((before) => before.filter((one) => one !== workflowId))
      }
      showToast({
        tone: 'success',
        title: t('Approvals.rejected_done'),
        text: t('Approvals.rejected_done_text'),
      })
      onRejected()
    } catch (error) {
      setFailure(causeOf(error))
      setIsBusy(false)
    }
  }
  return (
    <div className={styles.item}>
      <TextAreaField
        label={t('Approvals.reason')}
        hint={t('Approvals.reason_hint')}
        isOptional
        value={reason}
        maxLength={500}
        disabled={isBusy}
        onChange={setReason}
      />
      {failure !== undefined && (
        <Alert tone="danger" title={t('Approvals.reject_failure')} isLive>
          {failure}
        </Alert>
      )}
      <div className={styles.line}>
        <Button onClick={onBack}>{t('Approvals.reject_back')}</Button>
        <Button variant="danger" isBusy={isBusy} onClick={() => void reject()}>
          {t('Approvals.reject_now')}
        </Button>
      </div>
    </div>
  )
}
