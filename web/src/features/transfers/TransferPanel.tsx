import type { DeliveryId, Transfer } from '@connex/protocol'
import { getTransfer } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { causeOf, codeOf } from '../../lib/errorWords.ts'
import { formatUtcDay } from '../../lib/formatTime.ts'
import { useTenantNames } from '../../lib/useTenantNames.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { PanelSection, SidePanel } from '../../ui/panel/SidePanel.tsx'
import { Timeline } from '../../ui/panel/Timeline.tsx'
import { TransferLegs } from './TransferLegs.tsx'
import { TransferProof } from './TransferProof.tsx'
import { TransferStatus } from './TransferStatus.tsx'
import { transferActions, type TransferAction } from './transferActions.ts'
import { transferTimeline } from './transferTimeline.ts'
import { transferTitle } from './transferTitle.ts'
import { useCancelReasons } from './useCancelReasons.ts'
import styles from './TransferPanel.module.css'

type Props = {
  deliveryId: DeliveryId
  onAction: (action: TransferAction['id'], transfer: Transfer) => void
  onClose: () => void
}

/** One transfer, read as a sentence and a timeline, with what can be done about it. */
export function TransferPanel({ deliveryId, onAction, onClose }: Props) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const { data: transfer, error } = useQuery({
    queryKey: ['transfers', 'one', deliveryId],
    queryFn: ({ signal }) => getTransfer(client, deliveryId, { signal }),
  })
  const reasons = useCancelReasons(transfer)
  if (transfer === undefined)
    return (
      <SidePanel title={t('Transactions.one')} onClose={onClose}>
        {error === null ? <Waiting /> : <NotRead error={error} />}
      </SidePanel>
    )
  const actions = transferActions(transfer, tenantAddr)
  return (
    <SidePanel
      title={transferTitle(transfer, nameOf(transfer.counterpartyAddr))}
      status={<TransferStatus transfer={transfer} />}
      onClose={onClose}
    >
      <TransferLegs transfer={transfer} />
      {transfer.description !== null && <p>{transfer.description}</p>}
      {transfer.valueDate > 0 && (
        <p>{t('Transactions.value_date', { day: formatUtcDay(transfer.valueDate) })}</p>
      )}
      <Timeline steps={transferTimeline(transfer, tenantAddr, nameOf, reasons)} />
      {actions.length > 0 && (
        <div className={styles.actions}>
          {actions.map(({ id, label }) => (
            <Button
              key={id}
              variant={id === 'confirm' ? 'next' : 'secondary'}
              onClick={() => onAction(id, transfer)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <PanelSection>
        <TransferProof transfer={transfer} />
      </PanelSection>
    </SidePanel>
  )
}

function Waiting() {
  return (
    <>
      <Skeleton width="full" />
      <Skeleton width="full" />
      <Skeleton width="long" />
    </>
  )
}

const NotRead = ({ error }: { error: Error }) => (
  <ErrorState
    title={t('Transactions.one_failure')}
    consequence={t('Failure.consequence')}
    advice={causeOf(error)}
    code={codeOf(error)}
  />
)
