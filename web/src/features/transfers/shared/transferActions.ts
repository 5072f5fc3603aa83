import {
  actionsFor,
  isExpired,
  isReturnable,
  type Address,
  type CancelKind,
  type Transfer,
  type User,
} from '@connex/protocol'
import { t } from '../../../messages/t.ts'
import type { IconName } from '../../../ui/icon/Icon.tsx'

/** One thing that the viewer may do with a transfer now; what may be done when, `actionsFor` alone decides. */
export type TransferAction = {
  id: 'confirm' | 'cancel' | 'return' | 'substitute' | 'copy'
  label: string
  /** What the label leaves out. */
  note?: string
  icon: IconName
}

export function transferActions(transfer: Transfer, viewer: Address): TransferAction[] {
  const { confirm, cancel } = actionsFor(transfer, viewer)
  const { deliveryState, transferType, isCashOnly, openingDeliveryId } = transfer
  const isOver = deliveryState === 'SETTLED' || deliveryState === 'CANCELED'
  // By its legs, a return is a repo or a loan as well.
  const hasOpenedDeal =
    deliveryState === 'SETTLED' && openingDeliveryId === null && !isCashOnly && isReturnable(transferType)
  const actions: (TransferAction | false)[] = [
    confirm !== undefined && { id: 'confirm', label: confirm.label, icon: 'check' },
    cancel !== undefined && {
      id: 'cancel',
      label: t('Transactions.cancel'),
      ...noteOf(cancel.kind, isExpired(transfer)),
      icon: 'close',
    },
    hasOpenedDeal && { id: 'return', label: t('Transactions.return'), icon: 'refresh' },
    // No form creates a payment alone.
    isOver && !isCashOnly && { id: 'copy', label: t('Transactions.copy'), icon: 'copy' },
  ]
  return actions.filter((action) => action !== false)
}

/** The specification labels every cancellation 'Cancel'; the description says what it does. */
function noteOf(kind: CancelKind, hasExpired: boolean): { note?: string } {
  if (kind === 'agreeCancel' || kind === 'requestCancel') return { note: t(`Transactions.does_${kind}`) }
  return kind === 'cancel' && hasExpired ? { note: t('Transactions.does_cancel_expired') } : {}
}

const BACKOFFICE = 'delivery.BACKOFFICE'

/** Changing deliveries needs a privilege, for all of them or on their manager. */
export const mayDeliver = (
  user: User,
  { deliveryManagerAddr }: Pick<Transfer, 'deliveryManagerAddr'>,
): boolean =>
  user.privileges.includes(BACKOFFICE) ||
  user.instancePrivileges.some(
    ({ instanceAddr, privileges }) => instanceAddr === deliveryManagerAddr && privileges.includes(BACKOFFICE),
  )
