import type { Position } from '@connex/protocol'
import { useState } from 'react'
import { HoldingsTable } from '../../features/holdings/HoldingsTable.tsx'
import type { TransferKind } from '../../features/transfers/create/TransferDraft.ts'
import {
  preloadCreate,
  TransferDialogs,
  type TransferDialog,
} from '../../features/transfers/TransferDialogs.tsx'
import { custodianOf } from '../../lib/custodianOf.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import type { MenuItem } from '../../ui/menu/MenuItem.ts'
import { CreateTransferButton } from './CreateTransferButton.tsx'
import { useTableRoute } from './useTableRoute.ts'

const FILTERS = ['identifier', 'custodian', 'account', 'quantity', 'available', 'label']

export function HoldingsRoute() {
  const { custodians } = useViewer()
  const table = useTableRoute(FILTERS)
  const [dialog, setDialog] = useState<TransferDialog>()

  const rowActions = (position: Position): MenuItem[] => {
    preloadCreate()
    const custodian = custodianOf(custodians, position)
    const { registryId, account, available } = position
    const disabledReason =
      custodian === undefined
        ? t('Holdings.no_custodian')
        : available === '0'
          ? t('Holdings.nothing_available')
          : undefined
    const create = (id: string, label: string, kind: TransferKind | undefined): MenuItem => ({
      id,
      label,
      icon: 'transactions',
      disabledReason,
      onSelect: () =>
        setDialog({
          kind: 'create',
          prefill: {
            ...(kind && { kind }),
            ...(custodian && { custodianKey: custodian.key }),
            direction: 'DELIVER',
            deliver: { registryId, account, quantity: '' },
          },
        }),
    })
    return [
      create('any', t('Holdings.create_transfer'), undefined),
      create('fop', t('Holdings.create_fop'), 'FOP'),
      create('lend', t('Holdings.create_sec_lend'), 'SEC_LEND'),
      create('repo', t('Holdings.create_repo'), 'REPO'),
    ]
  }
  return (
    <>
      <HoldingsTable
        {...table}
        rowActions={rowActions}
        actions={<CreateTransferButton onCreate={(prefill) => setDialog({ kind: 'create', prefill })} />}
      />
      <TransferDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}
