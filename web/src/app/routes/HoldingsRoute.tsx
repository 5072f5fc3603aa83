import type { Position } from '@connex/protocol'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { HoldingsTable } from '../../features/holdings/HoldingsTable.tsx'
import type { TransferKind } from '../../features/transfers/shared/transferSummary.ts'
import {
  preloadCreate,
  TransferDialogs,
  type TransferDialog,
} from '../../features/transfers/TransferDialogs.tsx'
import { custodianOf } from '../../lib/custodians.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import type { MenuItem } from '../../ui/menu/MenuItem.ts'
import { CreateTransferButton } from './CreateTransferButton.tsx'
import { useTableRoute } from './useTableRoute.ts'

const FILTERS = ['identifier', 'custodian', 'account', 'quantity', 'earmarked', 'available', 'label', 'asOf']

/** Links to the pending transfers that deliver from this holding. */
const renderEarmarked = ({ identifier, account }: Position, text: ReactNode) => (
  <Link
    to="/transactions"
    search={{
      deliverIdentifier: `is:${identifier}`,
      deliverAccount: `is:${account ?? ''}`,
      state: ['PENDING', 'PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN'],
    }}
    title={t('Holdings.show_deals')}
  >
    {text}
  </Link>
)

export function HoldingsRoute() {
  const { custodians } = useViewer()
  const table = useTableRoute(FILTERS)
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<TransferDialog>()

  const rowActions = (position: Position): MenuItem[] => {
    preloadCreate()
    const custodian = custodianOf(custodians, position)
    const { registryId, account, available } = position
    const disabledReason =
      table.state.filters['asOf'] !== undefined
        ? t('Holdings.past')
        : custodian === undefined
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
    const burns: MenuItem = {
      id: 'burns',
      label: t('Holdings.show_burns'),
      icon: 'arrow-right',
      onSelect: () => {
        if (custodian === undefined) return
        const params = { custodianKey: custodian.key }
        const search = { deliverIdentifier: `is:${position.identifier}`, state: 'PENDING' }
        void navigate({ to: '/custodians/$custodianKey/burn-requests', params, search })
      },
    }
    return [
      create('any', t('Holdings.create_transfer'), undefined),
      create('fop', t('Holdings.create_fop'), 'FOP'),
      create('lend', t('Holdings.create_sec_lend'), 'SEC_LEND'),
      create('repo', t('Holdings.create_repo'), 'REPO'),
      ...(position.earmarked === '0' || custodian === undefined ? [] : [burns]),
    ]
  }
  return (
    <>
      <HoldingsTable
        {...table}
        renderEarmarked={renderEarmarked}
        rowActions={rowActions}
        actions={<CreateTransferButton onCreate={(prefill) => setDialog({ kind: 'create', prefill })} />}
      />
      <TransferDialogs dialog={dialog} onClose={() => setDialog(undefined)} />
    </>
  )
}
