import type { Transfer } from '@connex/protocol'
import { cancelBurnRequest, cancelMintRequest } from '@connex/sdk'
import { useFourEyes } from '../../lib/useFourEyes.ts'
import { useLedgerAction } from '../../lib/useLedgerAction.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { DefinitionList } from '../../ui/panel/DefinitionList.tsx'
import { Alert } from '../../ui/status/Alert.tsx'
import styles from './CancelRequestDialog.module.css'
import { requestColumns } from './requestColumns.tsx'
import type { RequestKind } from './RequestsTable.tsx'

const KINDS = {
  MINT: { words: 'MintRequests', cancel: cancelMintRequest, side: 'receive' },
  BURN: { words: 'BurnRequests', cancel: cancelBurnRequest, side: 'deliver' },
} as const

type Props = { kind: RequestKind; request: Transfer; onClose: () => void }

/** A pending request is taken back by the requester alone, after one question. */
export default function CancelRequestDialog({ kind, request, onClose }: Props) {
  const { client } = useViewer()
  const { words, cancel, side } = KINDS[kind]
  const fourEyes = useFourEyes('cancel')
  const action = useLedgerAction()
  const submit = () => {
    if (fourEyes !== undefined) return
    void action.start({
      run: (options) => cancel(client, { deliveryId: request.deliveryId }, options),
      title: t(`${words}.canceling`),
      success: () => ({ title: t(`${words}.canceled`), text: request.description ?? undefined }),
      failure: (error) => t(`${words}.cancel_failure`, { error }),
      onPublished: onClose,
    })
  }
  return (
    <Dialog
      title={t(`${words}.cancel_title`)}
      description={t(`${words}.cancel_text`)}
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
            {t('Requests.keep')}
          </Button>
          <Button type="submit" variant="danger" isBusy={action.isBusy} disabledReason={fourEyes}>
            {t('Requests.cancel')}
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
        <DefinitionList
          items={requestColumns(side).map(({ header, text, cell, isMono }) => ({
            term: header,
            value: cell?.(request) ?? text(request),
            ...(isMono && { isMono }),
          }))}
        />
      </div>
    </Dialog>
  )
}
