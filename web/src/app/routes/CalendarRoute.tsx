import type { DeliveryId, DueEvent } from '@connex/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { CalendarScreen } from '../../features/calendar/CalendarScreen.tsx'
import { transferQuery } from '../../features/transfers/shared/transferQueries.ts'
import type { TransferDialog } from '../../features/transfers/OpenDialog.tsx'
import { TransferDialogs } from '../../features/transfers/TransferDialogs.tsx'
import { causeOf, codeOf } from '../../lib/errorText.ts'
import type { UrlSearch } from '../../lib/table/TableState.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { isDeal } from '../../shared/desk/dueEvents.ts'
import { Button } from '../../ui/button/Button.tsx'
import { showToast } from '../../ui/toast/toasts.ts'

export function CalendarRoute() {
  const { client } = useViewer()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { day }: UrlSearch = useSearch({ strict: false })
  const [dialog, setDialog] = useState<TransferDialog>()
  const createReturn = async (deliveryId: DeliveryId) => {
    try {
      const transfer = await queries.query(transferQuery(client, deliveryId))
      setDialog({ kind: 'return', transfer })
    } catch (error) {
      showToast({
        tone: 'danger',
        title: t('Calendar.return_failure'),
        text: causeOf(error),
        code: codeOf(error),
      })
    }
  }
  const renderAction = (event: DueEvent) => {
    const { closingDeliveryId, deliveryId } = event
    const isReturnable = isDeal(event) || (event.kind === 'RECALL' && event.outgoing.securities.length > 0)
    if (!isReturnable || deliveryId === null) return undefined
    if (closingDeliveryId !== null)
      return (
        <Link to="/transactions" search={{ row: closingDeliveryId }}>
          {t('Due.closing')}
        </Link>
      )
    return (
      <Button size="small" onClick={() => void createReturn(deliveryId)}>
        {t('Due.create_return')}
      </Button>
    )
  }
  return (
    <>
      <CalendarScreen
        day={typeof day === 'string' ? day : undefined}
        onDay={(next) => void navigate({ to: '.', search: { day: next }, replace: true })}
        renderAction={renderAction}
      />
      <TransferDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}
