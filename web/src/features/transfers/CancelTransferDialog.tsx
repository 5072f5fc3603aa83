import { actionsFor, type CancelKind, type Transfer } from '@connex/protocol'
import { cancelTransfer, type SendOptions } from '@connex/sdk'
import { useState } from 'react'
import { DryRunLine } from '../../lib/deal/DryRunLine.tsx'
import { useDryRun } from '../../lib/deal/useDryRun.ts'
import { LedgerDialog } from '../../lib/LedgerDialog.tsx'
import { useFourEyes } from '../../lib/useFourEyes.ts'
import { useLedgerAction } from '../../lib/useLedgerAction.ts'
import { useTenantNames } from '../../lib/useTenantNames.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { cancelForm } from '../../messages/en/cancelForm.ts'
import { addMessages, t, tLoose } from '../../messages/t.ts'
import { TextAreaField } from '../../ui/field/TextAreaField.tsx'
import styles from './ActionDialog.module.css'
import { TransferLegs } from './TransferLegs.tsx'
import { transferTitle } from './transferTitle.ts'

addMessages(cancelForm)

type Props = { transfer: Transfer; onClose: () => void }

const SUBMIT = {
  cancel: 'CancelForm.submit',
  requestCancel: 'CancelForm.submit_request',
  agreeCancel: 'CancelForm.submit_agree',
  refuse: 'CancelForm.submit',
} as const satisfies Record<CancelKind, string>

/** Says what cancelling does in this state: at once, as a request, or as an agreement. */
export default function CancelTransferDialog({ transfer, onClose }: Props) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const [reason, setReason] = useState('')
  const fourEyes = useFourEyes('cancel')
  const action = useLedgerAction()
  const kind: CancelKind = actionsFor(transfer, tenantAddr).cancel?.kind ?? 'cancel'
  const { deliveryId } = transfer
  const cancel = (options: SendOptions) =>
    cancelTransfer(client, { deliveryId, reason: reason.trim() || undefined }, options)
  // A refusal needs its reason before it can be asked about; which one it is makes no difference to the ledger.
  const isWhole = kind !== 'refuse' || reason.trim() !== ''
  const dryRun = useDryRun(
    ['cancel', deliveryId, kind, transfer.confirmations.length],
    isWhole && fourEyes === undefined && !action.isBusy ? cancel : undefined,
  )
  const counterparty = nameOf(transfer.counterpartyAddr)
  const title = transferTitle(transfer, counterparty)

  const submit = () => {
    if (fourEyes !== undefined) return
    void action.start({
      run: cancel,
      shown: dryRun,
      title: t('CancelForm.sending', { title }),
      success: (canceled) =>
        canceled.kind === 'requestCancel'
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
      title={t('CancelForm.title')}
      description={title}
      action={action}
      fourEyes={fourEyes}
      back={t('CancelForm.back')}
      submit={t(SUBMIT[kind])}
      submitVariant="danger"
      waitsFor={dryRun?.status === 'running' ? t('DryRun.running') : undefined}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={styles.body}>
        <TransferLegs transfer={transfer} />
        <p>{tLoose(`CancelForm.${kind}`, { counterparty })}</p>
        <TextAreaField
          label={t('CancelForm.reason')}
          hint={t('CancelForm.reason_hint')}
          isOptional={kind !== 'refuse'}
          value={reason}
          maxLength={500}
          disabled={action.isBusy}
          onChange={setReason}
        />
        <DryRunLine dryRun={dryRun} />
      </div>
    </LedgerDialog>
  )
}
