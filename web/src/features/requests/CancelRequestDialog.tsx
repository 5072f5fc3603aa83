import { readableText, type Transfer } from '@connex/protocol'
import { cancelBurnRequest, cancelMintRequest } from '@connex/sdk'
import { DryRunCalls } from '../../shared/ledger/DryRunStatus.tsx'
import { useDryRun } from '../../shared/ledger/useDryRun.ts'
import { LedgerDialog } from '../../shared/ledger/LedgerDialog.tsx'
import { useAccountNames } from '../../shared/desk/accountNames.ts'
import { useFourEyes } from '../../shared/ledger/useFourEyes.ts'
import { useLedgerAction } from '../../shared/ledger/useLedgerAction.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { DefinitionList } from '../../ui/panel/DefinitionList.tsx'
import styles from './CancelRequestDialog.module.css'
import { REQUEST_KINDS, type RequestKind } from './request.ts'
import { requestColumns } from './requestColumns.tsx'

const noTrack = () => null
const CANCEL = { MINT: cancelMintRequest, BURN: cancelBurnRequest } as const

type Props = { kind: RequestKind; request: Transfer; onClose: () => void }

/** Cancels the tenant's own pending request. */
export default function CancelRequestDialog({ kind, request, onClose }: Props) {
  const { client } = useViewer()
  const { messages, leg } = REQUEST_KINDS[kind]
  const cancel = CANCEL[kind]
  const fourEyes = useFourEyes('cancel')
  const action = useLedgerAction()
  const nameOf = useTenantNames()
  const accountName = useAccountNames()
  const shown = requestColumns(leg, { nameOf, trackOf: noTrack, accountName }).filter(
    ({ text }) => text(request) !== '',
  )
  const dryRun = useDryRun(
    ['cancel', request.deliveryId],
    fourEyes === undefined && !action.isBusy
      ? (options) => cancel(client, { deliveryId: request.deliveryId }, options)
      : undefined,
    action.clearFailure,
  )
  const submit = () => {
    if (fourEyes !== undefined) return
    void action.start({
      run: (options) => cancel(client, { deliveryId: request.deliveryId }, options),
      dryRun,
      title: t(`${messages}.canceling`),
      success: () => ({ title: t(`${messages}.canceled`), text: readableText(request.description ?? '') }),
      failure: (error) => t(`${messages}.cancel_failure`, { error }),
      onPublished: onClose,
    })
  }
  return (
    <LedgerDialog
      title={t(`${messages}.cancel_title`)}
      description={t(`${messages}.cancel_text`)}
      action={action}
      fourEyes={fourEyes}
      dryRun={dryRun}
      proposal={{
        onSent: onClose,
        proposalKey: request.deliveryId,
        run: (options) => cancel(client, { deliveryId: request.deliveryId }, options),
      }}
      back={t('Requests.keep')}
      submit={t('Requests.cancel')}
      submitVariant="danger"
      disabledReason={dryRun?.status === 'running' ? t('DryRun.running') : undefined}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className={styles.body}>
        <DefinitionList
          items={shown.map(({ header, text, cell }) => ({
            term: header,
            value: cell?.(request) ?? text(request),
          }))}
        />
        <DryRunCalls dryRun={dryRun} />
      </div>
    </LedgerDialog>
  )
}
