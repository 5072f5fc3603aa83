import { isReturnable, ZERO_ADDRESS, type Address, type DeliveryId, type Transfer } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { readFailureText } from '../../../lib/errorText.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { CustodianLink } from '../../../shared/desk/CustodianLink.tsx'
import { custodianText } from '../../../shared/desk/transferLabel.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { DefinitionList, type Definition } from '../../../ui/panel/DefinitionList.tsx'
import { LoadingPanel, PanelSection, SidePanel } from '../../../ui/panel/SidePanel.tsx'
import { Timeline } from '../../../ui/panel/Timeline.tsx'
import { WrittenText } from '../../../ui/text/WrittenText.tsx'
import type { TransferAction } from '../shared/transferActions.ts'
import { useDeliveryDetails, withDetails } from '../shared/transferDetails.ts'
import { TransferLegs } from '../shared/TransferLegs.tsx'
import { TransferProof, UnreadDetails } from '../shared/TransferProof.tsx'
import { transferQuery, useCancelReasons, useClosing } from '../shared/transferQueries.ts'
import { transferTitle } from '../shared/transferSummary.ts'
import { TransferStatus } from '../shared/TransferStatus.tsx'
import { termsOf } from '../shared/transferTerms.ts'
import { TurnTrack } from '../shared/TurnTrack.tsx'
import { TransferButtons } from './TransferButtons.tsx'
import styles from './TransferPanel.module.css'
import { TransferComments } from './TransferComments.tsx'
import { transferTimeline } from './transferTimeline.tsx'

const PrintButton = lazy(() => importWithRetry(() => import('./PrintedTransfer.tsx')))
const DealSection = lazy(() => importWithRetry(() => import('./DealSection.tsx')))

type Props = {
  deliveryId: DeliveryId
  onAction: (action: TransferAction['id'], transfer: Transfer) => void
  /** Shows another transfer, such as the one that this closes. */
  onOpen: (deliveryId: DeliveryId) => void
  onClose: () => void
}

/** One transfer: its legs, its history as a timeline, and what the viewer can do. */
export default function TransferPanel({ deliveryId, onAction, onOpen, onClose }: Props) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const { data: found, error } = useQuery(transferQuery(client, deliveryId))
  const check = useDeliveryDetails(found)
  const transfer = found && withDetails(found, check)
  const reasons = useCancelReasons(transfer)
  const closing = useClosing(transfer)
  const [past, setPast] = useState<{ deal: DeliveryId; moment: string }>()
  if (transfer === undefined)
    return error === null ? (
      <LoadingPanel title={t('Transactions.one')} onClose={onClose} />
    ) : (
      <SidePanel title={t('Transactions.one')} onClose={onClose}>
        <ErrorState {...readFailureText(error, t('Transactions.one_failure'))} />
      </SidePanel>
    )
  const deal = transfer.openingDeliveryId ?? transfer.deliveryId
  const moment = past?.deal === deal ? past.moment : undefined
  const terms = termsOf(transfer, check?.details)
  const opening = check?.details?.openingDeliveryId
  const deals = [
    { id: opening, label: t('Terms.opening') },
    { id: closing?.deliveryId, label: t('Terms.closing') },
  ]
  return (
    <SidePanel
      title={transferTitle(transfer, nameOf(transfer.counterpartyAddr))}
      status={<TransferStatus transfer={transfer} />}
      footer={moment === undefined ? <TransferButtons transfer={transfer} onAction={onAction} /> : undefined}
      onClose={onClose}
    >
      {transfer.counterpartyAddr !== transfer.registrarAddr && <Turn transfer={transfer} />}
      <UnreadDetails check={check} />
      <TransferLegs transfer={transfer} />
      {transfer.description !== null && <WrittenText text={transfer.description} />}
      {(terms.length > 0 || deals.some(({ id }) => id !== undefined)) && (
        <PanelSection title={t('Terms.title')}>
          <DefinitionList items={terms} isInColumns />
          {deals.map(
            ({ id, label }) =>
              id !== undefined && (
                <Button key={id} size="small" icon="arrow-right" onClick={() => onOpen(id)}>
                  {label}
                </Button>
              ),
          )}
        </PanelSection>
      )}
      {isOfDeal(transfer) && (
        <Suspense fallback={null}>
          <DealSection
            transfer={transfer}
            moment={moment}
            onMoment={(next) => setPast(next === undefined ? undefined : { deal, moment: next })}
            onAction={onAction}
            onOpen={onOpen}
          />
        </Suspense>
      )}
      <PanelSection title={t('Steps.title')}>
        <Timeline steps={transferTimeline(transfer, tenantAddr, nameOf, reasons)} />
        <TransferProof transfer={transfer} check={check} />
        <Suspense fallback={null}>
          <PrintButton transfer={transfer} terms={terms} reasons={reasons} />
        </Suspense>
      </PanelSection>
      <PanelSection title={t('Parties.title')}>
        <DefinitionList items={partiesOf(transfer, tenantAddr, nameOf)} />
      </PanelSection>
      <PanelSection title={t('Comments.title')}>
        <TransferComments transfer={transfer} />
      </PanelSection>
    </SidePanel>
  )
}

/** It has opened a deal, or is an event of one. Before its opening has settled, a deal is only the terms. */
const isOfDeal = ({ transferType, detailsStatus, deliveryState, openingDeliveryId }: Transfer): boolean =>
  detailsStatus === 'SYNCED' &&
  (openingDeliveryId !== null || (isReturnable(transferType) && deliveryState === 'SETTLED'))

/** Whose turn it is, and whose it was, by name. */
function Turn({ transfer }: { transfer: Transfer }) {
  const nameOf = useTenantNames()
  return (
    <figure className={styles.track}>
      <TurnTrack transfer={transfer} size="large" />
      <figcaption className={styles.names} aria-hidden>
        <span>{t('Parties.you')}</span>
        <span>{nameOf(transfer.counterpartyAddr)}</span>
        {!transfer.isCashOnly && <span>{nameOf(transfer.registrarAddr)}</span>}
      </figcaption>
    </figure>
  )
}

/** Who takes part, and in which role. A request's counterparty is the custodian. */
function partiesOf(transfer: Transfer, viewer: Address, nameOf: (address: Address) => string): Definition[] {
  const { counterpartyAddr, registrarAddr, creator, legs } = transfer
  const coordinators = new Set(legs.map(({ txCoordinator }) => txCoordinator))
  coordinators.delete(ZERO_ADDRESS)
  return [
    { term: t('Parties.you'), value: nameOf(viewer) },
    ...(counterpartyAddr === registrarAddr
      ? []
      : [{ term: t('Parties.counterparty'), value: nameOf(counterpartyAddr) }]),
    {
      term: t('Parties.custodian'),
      value: <CustodianLink held={transfer}>{custodianText(transfer, nameOf(registrarAddr))}</CustodianLink>,
    },
    ...[...coordinators].map((one) => ({ term: t('Parties.coordinator'), value: nameOf(one) })),
    { term: t('Parties.creator'), value: nameOf(creator) },
  ]
}
