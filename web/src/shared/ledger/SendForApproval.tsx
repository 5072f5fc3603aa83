import { sendForApproval, type SendOptions } from '@connex/sdk'
import { useState } from 'react'
import { causeOf } from '../../lib/errorText.ts'
import { formatDateTime } from '../../lib/format.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { approval } from '../../messages/en/approval.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import { showToast } from '../../ui/toast/toasts.ts'
import styles from './SendForApproval.module.css'
import { DryRunCalls } from './DryRunStatus.tsx'
import { assertShown, type Run } from './simulate.ts'
import { useDryRun } from './useDryRun.ts'

addMessages(approval)

/** What can be sent for approval instead. `run`: undefined while the form is incomplete; another form has another key. */
export type ProposalSource = { proposalKey: string; run: Run | undefined; onSent: () => void }

/** Below the four-eyes alert: checks what would be signed, shows it, and sends it to colleagues. Another form is checked again. */
export function SendForApproval({ proposalKey, run, onSent }: ProposalSource) {
  const { client } = useViewer()
  const [checkedKey, setCheckedKey] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const propose =
    run === undefined ? undefined : (options: SendOptions) => sendForApproval(client, run, options)
  const isChecked = checkedKey === proposalKey
  const dryRun = useDryRun(['propose', proposalKey], isChecked && !isSending ? propose : undefined)
  const [shown, setShown] = useState<typeof dryRun>()
  const passed = dryRun?.status === 'passed' ? dryRun : isSending ? shown : undefined

  const send = async () => {
    if (passed?.status !== 'passed' || propose === undefined) return
    setShown(passed)
    setIsSending(true)
    setFailure(undefined)
    try {
      const { workflow } = await propose({
        approve: (signed) => assertShown(passed.transaction, signed),
      })
      const deadline = workflow === undefined ? '' : formatDateTime(workflow.batch.deadline)
      showToast({
        tone: 'success',
        title: t('Approval.sent'),
        text: t('Approval.sent_text', { deadline }),
        link: {
          label: t('Approval.open'),
          href: `/approvals?list=proposed&row=${workflow?.workflowId ?? ''}`,
        },
      })
      onSent()
    } catch (error) {
      setFailure(causeOf(error))
      setIsSending(false)
    }
  }
  const busyText = isSending ? t('Approval.sending') : t('Approval.checking')
  const isBusy = isSending || dryRun?.status === 'running'
  return (
    <div className={styles.box}>
      <div className={styles.line}>
        <span className={styles.text} role="status">
          {isBusy ? busyText : t(passed === undefined ? 'Approval.text' : 'Approval.checked')}
        </span>
        {passed === undefined ? (
          <Button
            size="small"
            isBusy={isBusy}
            disabledReason={run === undefined ? t('Approval.incomplete') : undefined}
            onClick={() =>
              isChecked && dryRun?.status === 'failed' ? dryRun.onRetry() : setCheckedKey(proposalKey)
            }
          >
            {t('Approval.send')}
          </Button>
        ) : (
          <Button size="small" variant="next" isBusy={isSending} onClick={() => void send()}>
            {t('Approval.sign')}
          </Button>
        )}
      </div>
      {dryRun?.status === 'failed' && (
        <Alert tone="danger" title={t('Approval.refused')} isLive>
          {dryRun.cause}
        </Alert>
      )}
      {failure !== undefined && (
        <Alert tone="danger" title={t('Approval.failure')} isLive>
          {failure}
        </Alert>
      )}
      <DryRunCalls dryRun={passed} />
    </div>
  )
}
