import { readableName, readableText, type DeliveryId, type Position, type Transfer } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCustodianName } from '../../lib/custodianName.ts'
import { readFailureText } from '../../lib/errorText.ts'
import { formatQuantity, formatWhen } from '../../lib/format.ts'
import { shownIdentifier } from '../../lib/identifiers.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useSuspended } from '../../lib/instruments.ts'
import { unitText } from '../../lib/units.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { holdingPanel } from '../../messages/en/panels/holdingPanel.ts'
import { addMessages, t } from '../../messages/t.ts'
import { useAccountNames } from '../../shared/desk/accountNames.ts'
import { accountText } from '../../shared/deal/ownAccounts.ts'
import { CustodianLink } from '../../shared/desk/CustodianLink.tsx'
import { transferName } from '../../shared/desk/transferName.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { CopyHash } from '../../ui/panel/CopyHash.tsx'
import { DefinitionList } from '../../ui/panel/DefinitionList.tsx'
import { PanelFigures } from '../../ui/panel/PanelFigures.tsx'
import { PanelList } from '../../ui/panel/PanelList.tsx'
import { PanelPart } from '../../ui/panel/PanelPart.tsx'
import { LoadingPanel, SidePanel } from '../../ui/panel/SidePanel.tsx'
import { StatusChip } from '../../ui/status/StatusChip.tsx'
import { asOfQuery } from '../../shared/asOf/asOf.ts'
import {
  deliveredFrom,
  movedBy,
  movementsQuery,
  parseHoldingId,
  pendingQuery,
  positionQuery,
  type HoldingKey,
} from './holdingQueries.ts'

addMessages(holdingPanel)

type Props = {
  /** As the address has it. */
  rowId: string
  /** The past moment that the table shows, as the address has it. */
  moment: string | undefined
  renderStatus: (transfer: Transfer) => ReactNode
  renderActions: (position: Position) => ReactNode
  onOpen: (deliveryId: DeliveryId) => void
  onClose: () => void
}

/** One holding: how much is available, which deals earmark the rest, and its last movements. */
export default function HoldingPanel(props: Props) {
  const key = parseHoldingId(props.rowId)
  if (key === undefined) return <Unknown onClose={props.onClose} />
  return <Holding {...props} holding={key} />
}

function Holding({
  holding,
  moment,
  renderStatus,
  renderActions,
  onOpen,
  onClose,
}: Props & { holding: HoldingKey }) {
  const { client, tenantAddr } = useViewer()
  const custodianName = useCustodianName()
  const accountName = useAccountNames()
  const isSuspended = useSuspended()(holding)
  const asOf = asOfQuery(moment)
  const { data: position, error } = useQuery(positionQuery(client, tenantAddr, holding, asOf))
  if (error !== null)
    return (
      <SidePanel title={t('Holdings.one')} onClose={onClose}>
        <ErrorState {...readFailureText(error, t('Panel.failure'))} />
      </SidePanel>
    )
  if (position === undefined) return <LoadingPanel title={t('Holdings.one')} onClose={onClose} />
  if (position === null) return <Unknown onClose={onClose} />
  const { identifier, label, account, decimals, unit } = position
  return (
    <SidePanel
      title={label === null ? shownIdentifier(identifier) : readableName(label)}
      status={isSuspended && <StatusChip tone="canceled">{t('RegistryState.SUSPENDED')}</StatusChip>}
      footer={renderActions(position)}
      onClose={onClose}
    >
      {isSuspended && <p>{t('HoldingPanel.suspended', { custodian: custodianName(position) })}</p>}
      <PanelFigures {...position} decimals={decimals} unit={unitText(unit)} />
      <DefinitionList
        items={[
          {
            term: t('HoldingPanel.identifier'),
            value: identifier === shownIdentifier(identifier) ? identifier : <CopyHash value={identifier} />,
            isMono: true,
          },
          {
            term: t('HoldingPanel.custodian'),
            value: <CustodianLink held={position}>{custodianName(position)}</CustodianLink>,
          },
          { term: t('HoldingPanel.account'), value: accountText(account, accountName(position, account)) },
        ]}
      />
      <Earmarks
        holding={holding}
        position={position}
        asOf={asOf}
        renderStatus={renderStatus}
        onOpen={onOpen}
      />
      <Movements holding={holding} position={position} asOf={asOf} onOpen={onOpen} />
    </SidePanel>
  )
}

type PartProps = Pick<Props, 'onOpen'> & {
  holding: HoldingKey
  position: Position
  asOf: { asOfTime?: number }
}

/** The deals that deliver from the holding, with their amounts and whose turn they are. */
function Earmarks({
  holding,
  position,
  asOf,
  renderStatus,
  onOpen,
}: PartProps & Pick<Props, 'renderStatus'>) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const query = useQuery(pendingQuery(client, tenantAddr, holding, asOf))
  return (
    <PanelPart title={t('HoldingPanel.earmarked_for')} query={query}>
      {(data) => (
        <PanelList
          label={t('HoldingPanel.earmarked_for')}
          empty={t('HoldingPanel.nothing_earmarked')}
          items={data.map((transfer) => ({
            id: transfer.deliveryId,
            title: transferName(transfer, nameOf),
            note: readableText(transfer.description ?? ''),
            figure: formatQuantity(deliveredFrom(transfer, holding), position.decimals),
            status: renderStatus(transfer),
            onOpen: () => onOpen(transfer.deliveryId),
          }))}
        />
      )}
    </PanelPart>
  )
}

/** What came and went last. */
function Movements({ holding, position, asOf, onOpen }: PartProps) {
  const { client, tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const query = useQuery(movementsQuery(client, tenantAddr, holding, asOf))
  return (
    <PanelPart title={t('HoldingPanel.movements')} query={query}>
      {(data) => (
        <PanelList
          label={t('HoldingPanel.movements')}
          empty={t('HoldingPanel.no_movements')}
          items={data.map((transfer) => ({
            id: transfer.deliveryId,
            title: transferName(transfer, nameOf),
            note: readableText(transfer.description ?? ''),
            figure: signed(movedBy(transfer, holding), position.decimals),
            status: transfer.closedAt !== null && formatWhen(transfer.closedAt),
            onOpen: () => onOpen(transfer.deliveryId),
          }))}
        />
      )}
    </PanelPart>
  )
}

const signed = (quantity: bigint, decimals: number): string =>
  `${quantity > 0n ? '+' : ''}${formatQuantity(quantity, decimals)}`

const Unknown = ({ onClose }: { onClose: () => void }) => (
  <SidePanel title={t('Holdings.one')} onClose={onClose}>
    <EmptyState title={t('HoldingPanel.unknown')}>{t('HoldingPanel.unknown_text')}</EmptyState>
  </SidePanel>
)
