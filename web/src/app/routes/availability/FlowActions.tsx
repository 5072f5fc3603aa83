import type { AvailabilityFlow, DeliveryId, Transfer } from '@connex/protocol'
import { calendarOf } from '@connex/protocol/calendar'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dealQuery } from '../../../features/transfers/shared/dealQueries.ts'
import { mayDeliver } from '../../../features/transfers/shared/transferActions.ts'
import { transferQuery } from '../../../features/transfers/shared/transferQueries.ts'
import type { TransferDialog } from '../../../features/transfers/OpenDialog.tsx'
import { causeOf, codeOf } from '../../../lib/errorText.ts'
import { todayUtc } from '../../../lib/format.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { calendarsQuery } from '../../../shared/desk/calendars.ts'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { Menu, preloadMenu } from '../../../ui/menu/Menu.tsx'
import { showToast } from '../../../ui/toast/toasts.ts'
import type { IconName } from '../../../ui/icon/Icon.tsx'
import { dealActions, type DealAction } from './dealActions.ts'

addMessages(transactions)
addMessages(transfers)

type Props = {
  flow: AvailabilityFlow
  /** The day of the cell. */
  day: string
  onDialog: (dialog: TransferDialog) => void
}

const ICONS: Record<DealAction['id'], IconName> = {
  substitute: 'refresh',
  recall: 'calendar',
  return: 'arrow-right',
}

/** What can be done with the deal behind one line of a cell: a menu, which reads the deal when it is opened. */
export default function FlowActions({ flow, day, onDialog }: Props) {
  const { user } = useViewer()
  const nameOf = useTenantNames()
  const readDeal = useDealOf(flow, day)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [actions, setActions] = useState<readonly DealAction[]>()
  const [isReading, setIsReading] = useState(false)
  const open = async (button: HTMLElement) => {
    setIsReading(true)
    try {
      setActions(await readDeal())
      setAnchor(button)
    } catch (error) {
      showToast({
        tone: 'danger',
        title: t('DealActions.failure'),
        text: causeOf(error),
        code: codeOf(error),
      })
    } finally {
      setIsReading(false)
    }
  }
  const counterparty = nameOf(flow.counterpartyAddr)
  return (
    <>
      <IconButton
        icon="more"
        size="small"
        label={t('Table.row_actions')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-busy={isReading || undefined}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
        onClick={(event) => !isReading && void open(event.currentTarget)}
      />
      <Menu
        anchor={anchor}
        label={t('Table.row_actions')}
        align="end"
        onClose={() => setAnchor(null)}
        items={(actions ?? []).map(({ id, reason, dialog }) => ({
          id,
          label: t(`DealActions.${id}`, { counterparty }),
          icon: ICONS[id],
          disabledReason: readOnlyReason(dialog, user) ?? reason,
          onSelect: () => onDialog(dialog),
        }))}
      />
    </>
  )
}

const readOnlyReason = (
  dialog: TransferDialog,
  user: Parameters<typeof mayDeliver>[0],
): string | undefined =>
  'transfer' in dialog && !mayDeliver(user, dialog.transfer) ? t('Turn.read_only') : undefined

/** Reads the deal that a line belongs to, and what can be done with it. */
function useDealOf(flow: AvailabilityFlow, day: string): () => Promise<DealAction[]> {
  const { client, tenantAddr } = useViewer()
  const queries = useQueryClient()
  const transferOf = (id: DeliveryId): Promise<Transfer> => queries.query(transferQuery(client, id))
  return async () => {
    const listed = await transferOf(flow.deliveryId)
    const { openingDeliveryId } = listed
    const transfer = openingDeliveryId === null ? listed : await transferOf(openingDeliveryId)
    const { cashCurrency, deliveryId } = transfer
    const [{ deal }, calendars] = await Promise.all([
      queries.query(dealQuery(client, deliveryId)),
      cashCurrency === null || cashCurrency === 'EUR' ? [] : queries.query(calendarsQuery(client)),
    ])
    const isRecalled = flow.kind === 'RECALL'
    return dealActions(deal, {
      own: tenantAddr,
      place: flow,
      transfer,
      day,
      today: todayUtc(),
      calendar: calendarOf(cashCurrency, calendars),
      quantity: isRecalled ? BigInt(flow.quantity.replace('-', '')) : undefined,
    })
  }
}
