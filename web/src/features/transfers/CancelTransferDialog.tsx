import { actionsFor, type CancelKind, type Transfer } from '@connex/protocol'
import { cancelTransfer } from '@connex/sdk'
import { useState } from 'react'
import { useFourEyes } from '../../lib/useFourEyes.ts'
import { useLedgerAction } from '../../lib/useLedgerAction.ts'
import { useTenantNames } from '../../lib/useTenantNames.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t, tLoose } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { TextAreaField } from '../../ui/field/TextAreaField.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import styles from './ActionDialog.module.css'
import { TransferLegs } from './TransferLegs.tsx'
import { transferTitle } from './transferTitle.ts'

type Props = { transfer: Transfer; onClose: () => void }

/** Says what cancelling does in this state: at once, as a request, or as an agreement. */
export default function CancelTransferDialog({ transfer, onClose }: Props) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const [reason, setReason] = useState('')
  const fourEyes = useFourEyes('cancel')
  const action = useLedgerAction()
  const kind: CancelKind = actionsFor(transfer, tenantAddr).cancel?.kind ?? 'cancel'
  const counterparty = nameOf(transfer.counterpartyAddr)
  const title = transferTitle(transfer, counterparty)

  const submit = () => {
    if (fourEyes !== undefined) return
    const { deliveryId } = transfer
    void action.start({
      run: (options) => cancelTransfer(client, { deliveryId, reason: reason.trim() || undefined }, options),
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
    <Dialog
      title={t('CancelForm.title')}
      description={title}
      isLocked={action.isBusy}
      onClose={onClose}
      onSubmit={submit}
      notice={
        action.failure && (
          <Alert tone="danger" title={action.failure.title} isLive>
            {action.failure.text}
            <code className={styles.code}>{action.failure.code}</code>
          </Alert>
        )
      }
      footer={
        <>
          <span className={styles.step} role="status">
            {action.step}
          </span>
          <Button onClick={onClose} disabledReason={action.isBusy ? action.step : undefined}>
            {t('CancelForm.back')}
          </Button>
          <Button type="submit" variant="danger" isBusy={action.isBusy} disabledReason={fourEyes}>
            {kind === 'requestCancel' ? t('CancelForm.submit_request') : t('CancelForm.submit')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {fourEyes !== undefined && (
          <Alert tone="attention" title={t('FourEyes.title')}>
            {fourEyes}
          </Alert>
        )}
        <TransferLegs transfer={transfer} />
        <p>{tLoose(`CancelForm.${kind}`, { counterparty })}</p>
        {kind === 'refuse' && (
          <TextAreaField
            label={t('CancelForm.reason')}
            value={reason}
            maxLength={500}
            disabled={action.isBusy}
            onChange={setReason}
          />
        )}
      </div>
    </Dialog>
  )
}
