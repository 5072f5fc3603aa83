import { owedBy, type Transfer } from '@connex/protocol'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { mayDeliver, transferActions, type TransferAction } from '../shared/transferActions.ts'
import styles from './TransferPanel.module.css'
import { isOpen } from '../shared/transferSummary.ts'
import { noCancelText, turnText } from '../shared/turnText.ts'

type Props = { transfer: Transfer; onAction: (action: TransferAction['id'], transfer: Transfer) => void }

/** The panel's footer: whose turn it is, what the viewer can do, and why not the rest. The next step comes last. */
export function TransferButtons({ transfer, onAction }: Props) {
  const { tenantAddr, user } = useViewer()
  const nameOf = useTenantNames()
  const actions = transferActions(transfer, tenantAddr)
  const isPending = isOpen(transfer)
  const readOnly = mayDeliver(user, transfer) ? undefined : t('Turn.read_only')
  const blocked = isPending ? blockedDuty(transfer, tenantAddr, nameOf(transfer.counterpartyAddr)) : undefined
  const hasCancel = actions.some(({ id }) => id === 'cancel')
  const confirm = actions.find(({ id }) => id === 'confirm')
  const others = actions.filter((action) => action !== confirm)
  const button = ({ id, label, note }: TransferAction) => (
    <Button
      key={id}
      variant={id === 'confirm' ? 'next' : 'secondary'}
      disabledReason={readOnly}
      aria-description={note}
      title={note}
      onClick={() => onAction(id, transfer)}
    >
      {label}
    </Button>
  )
  return (
    <>
      <p className={styles.turn}>{turnText(transfer, tenantAddr, nameOf)}</p>
      <div className={styles.actions}>
        {others.map((action) => button(action))}
        {isPending && !hasCancel && (
          <Button disabledReason={noCancelText(transfer, tenantAddr, nameOf)}>
            {t('Transactions.cancel')}
          </Button>
        )}
        {blocked !== undefined && <Button disabledReason={blocked.reason}>{blocked.label}</Button>}
        {confirm && button(confirm)}
      </div>
    </>
  )
}

/** What the viewer owes outside the ledger, and must wait for someone else to do first. */
function blockedDuty(transfer: Transfer, viewer: string, counterparty: string) {
  const owed = owedBy(transfer).find(({ tenant, mayGiveNow }) => tenant === viewer && !mayGiveNow)
  switch (owed?.duty) {
    case 'pay':
      return { label: t('Turn.pay'), reason: t('Turn.securities_first') }
    case 'reportDelivery':
      return { label: t('Turn.report'), reason: t('Turn.securities_first') }
    case 'getPaid':
      return { label: t('Turn.get_paid'), reason: t('Turn.payment_first', { counterparty }) }
    case 'confirmReceipt':
      return { label: t('Turn.receipt'), reason: t('Turn.delivery_first', { counterparty }) }
    default:
      return undefined
  }
}
