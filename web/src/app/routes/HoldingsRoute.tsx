import type { Position } from '@connex/protocol'
import { useState } from 'react'
import { HoldingsTable } from '../../features/holdings/HoldingsTable.tsx'
import {
  preloadCreate,
  TransferDialogs,
  type TransferDialog,
} from '../../features/transfers/TransferDialogs.tsx'
import { custodianOf } from '../../lib/custodianOf.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import type { MenuItem } from '../../ui/menu/MenuItem.ts'
import { useTableRoute } from './useTableRoute.ts'

const FILTERS = ['custodian', 'account']

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
    const create = () => {
      if (custodian === undefined) return
      const prefill = { direction: 'DELIVER', custodianKey: custodian.key, registryId, account } as const
      setDialog({ kind: 'fop', prefill })
    }
    const notYet = {
      icon: 'transactions',
      disabledReason: t('Holdings.not_yet'),
      onSelect: () => undefined,
    } as const
    return [
      { id: 'any', label: t('Holdings.create_transfer'), ...notYet },
      { id: 'fop', label: t('Holdings.create_fop'), icon: 'transactions', disabledReason, onSelect: create },
      { id: 'lend', label: t('Holdings.create_sec_lend'), ...notYet },
      { id: 'repo', label: t('Holdings.create_repo'), ...notYet },
    ]
  }
  return (
    <>
      <HoldingsTable {...table} rowActions={rowActions} />
      <TransferDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}
