import { actionsFor, type CancelKind, type Transfer } from '@connex/protocol'
import { cancelTransfer, type SendOptions } from '@connex/sdk'
import { useState } from 'react'
import columns from '../../../shared/deal/TermsDialog.module.css'
import { DryRunCalls } from '../../../shared/ledger/DryRunStatus.tsx'
import { useDiscard } from '../../../shared/deal/useDiscard.tsx'
import { useDryRun } from '../../../shared/ledger/useDryRun.ts'
import { LedgerDialog } from '../../../shared/ledger/LedgerDialog.tsx'
import { useFourEyes } from '../../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../../shared/ledger/useLedgerAction.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t, tLoose } from '../../../messages/t.ts'
import { TextAreaField } from '../../../ui/field/TextAreaField.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import { TransferLegs } from '../shared/TransferLegs.tsx'
import { transferTitle } from '../shared/transferSummary.ts'
import { useLiveTransfer } from '../shared/useLiveTransfer.ts'
import { CANCEL_SUBMIT, cancelNotes } from './cancelText.ts'

type Props = { transfer: Transfer; onClose: () => void }

/** Cancels a transfer, requests that, or agrees to it; the dialog says which. */
export default function CancelTransferDialog({ transfer: opened, onClose }: Props) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const [reason, setReason] = useState('')
  const fourEyes = useFourEyes('cancel')
  const action = useLedgerAction()
  const { close, question } = useDiscard(reason.trim() !== '' && !action.isSigned, onClose)
  const { transfer, block, refetch } = useLiveTransfer('cancel', opened, action.isBusy)
  const kind: CancelKind = actionsFor(transfer, tenantAddr).cancel?.kind ?? 'cancel'
  const { deliveryId } = transfer
  const cancel = (options: SendOptions) =>
    cancelTransfer(client, { deliveryId, reason: reason.trim() || undefined }, options)
  // A refusal needs a reason before its dry run; the reason's text does not change the result.
  const isComplete = kind !== 'refuse' || reason.trim() !== ''
  const dryRun = useDryRun(
    ['cancel', deliveryId, kind, transfer.confirmations.length],
    isComplete && fourEyes === undefined && block === undefined && !action.isBusy ? cancel : undefined,
    action.clearFailure,
  )
  const counterparty = nameOf(transfer.counterpartyAddr)
  const title = transferTitle(transfer, counterparty)

  const submit = () => {
    if (fourEyes !== undefined || block !== undefined) return
    void action.start({
      run: (options) =>
        cancel(options).catch((error: unknown) => {
          // It may have failed because the transfer changed.
          void refetch()
          throw error
        }),
      dryRun,
      title: t('CancelForm.sending', { title }),
      success: (canceled) =>
        (canceled.kind ?? kind) === 'requestCancel'
          ? {
              title: t('CancelForm.success_requested'),
              text: t('CancelForm.success_requested_text', { counterparty }),
            }
          : { title: t('CancelForm.success'), text: title },
      failure: t('CancelForm.failure'),
      onPublished: onClose,
    })
  }
  return (
    <LedgerDialog
      size="wide"
      title={t(`CancelForm.title_${kind}`)}
      description={title}
      action={action}
      fourEyes={fourEyes}
      proposal={{ onSent: onClose, proposalKey: `${kind} ${reason}`, run: isComplete ? cancel : undefined }}
      block={block}
      dryRun={dryRun}
      back={t('CancelForm.back')}
      submit={t(CANCEL_SUBMIT[kind])}
      submitVariant="danger"
      disabledReason={dryRun?.status === 'running' ? t('DryRun.running') : undefined}
      onClose={close}
      question={question}
      onSubmit={submit}
    >
      <div className={columns.columns}>
        <div className={columns.terms}>
          <TransferLegs transfer={transfer} />
          <TextAreaField
            label={t('CancelForm.reason')}
            hint={t('CancelForm.reason_hint')}
            isOptional={kind !== 'refuse'}
            value={reason}
            maxLength={500}
            disabled={action.isBusy}
            onChange={setReason}
          />
        </div>
        <div className={columns.consequences}>
          {block === undefined && (
            <Alert tone="attention">
              {cancelNotes(transfer, kind, nameOf).map((text) => (
                <p key={text}>{text}</p>
              ))}
            </Alert>
          )}
          <DryRunCalls dryRun={dryRun} meaning={tLoose(`CancelForm.vote_${kind}`, { counterparty })} />
        </div>
      </div>
    </LedgerDialog>
  )
}
