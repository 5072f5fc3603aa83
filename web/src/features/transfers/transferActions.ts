import { actionsFor, type Address, type Transfer } from '@connex/protocol'
import { t } from '../../messages/t.ts'
import type { IconName } from '../../ui/icon/paths.ts'

/** One thing that the viewer may do with a transfer now; what may be done when, `actionsFor` alone decides. */
export type TransferAction = { id: 'confirm' | 'cancel'; label: string; icon: IconName }

export function transferActions(transfer: Transfer, viewer: Address): TransferAction[] {
  const { confirm, cancel } = actionsFor(transfer, viewer)
  return [
    ...(confirm === undefined ? [] : [{ id: 'confirm', label: confirm.label, icon: 'check' } as const]),
    ...(cancel === undefined
      ? []
      : [{ id: 'cancel', label: t('Transactions.cancel'), icon: 'close' } as const]),
  ]
}
