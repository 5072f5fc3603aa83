import type { Transfer } from '@connex/protocol'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { TransferDraft } from '../../features/transfers/create/transferDraft.ts'
import { transferActions } from '../../features/transfers/shared/transferActions.ts'
import type { TransferDialog } from '../../features/transfers/OpenDialog.tsx'
import { preloadCreate, TransferDialogs } from '../../features/transfers/TransferDialogs.tsx'
import { TransfersTable } from '../../features/transfers/list/TransfersTable.tsx'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { openForm, usePendingForm, type PendingForm } from '../palette/pendingForm.ts'
import { CreateTransferButton } from './CreateTransferButton.tsx'
import { useTableRoute } from './useTableRoute.ts'

const OpenTransfer = lazy(() => importWithRetry(() => import('./OpenTransfer.tsx')))

const SIDES = ['deliver', 'receive'].flatMap((side) =>
  ['Identifier', 'Account', 'Quantity'].map((part) => side + part),
)
const FILTERS = [
  'deliveryId',
  'transferType',
  'state',
  'waiting',
  'custodian',
  'counterparty',
  'description',
  'direction',
  'dealEvent',
  'createdAt',
  'lastAt',
  'valueDate',
  'expiresAt',
  'repurchaseDate',
  ...SIDES,
]

/** The filters that find the delivered holding, once its account is known. */
const holdingsOf = ({ deliver }: Transfer) =>
  deliver?.account == null
    ? []
    : [{ identifier: `is:${deliver.identifier ?? ''}`, account: `is:${deliver.account}` }]

const pendingDialog = (form: PendingForm | undefined): TransferDialog | undefined =>
  form?.form === 'transfer' ? { kind: 'create', prefill: { kind: form.transferKind } } : undefined

export function TransactionsRoute() {
  const { tenantAddr } = useViewer()
  const { state, onStateChange } = useTableRoute(FILTERS)
  const navigate = useNavigate()
  const [opened, setDialog] = useState<TransferDialog>()
  const pendingForm = usePendingForm()
  const dialog = opened ?? pendingDialog(pendingForm)
  const create = (prefill: Partial<TransferDraft>) => setDialog({ kind: 'create', prefill })
  const closeDialog = () => {
    setDialog(undefined)
    openForm(undefined)
  }
  return (
    <>
      <TransfersTable
        state={state}
        onStateChange={onStateChange}
        actions={
          <>
            <Button
              onPointerEnter={preloadCreate}
              onFocus={preloadCreate}
              onClick={() => create({ kind: 'FOP' })}
            >
              {t('Holdings.create_fop')}
            </Button>
            <CreateTransferButton onCreate={create} />
          </>
        }
        bulkActions={(transfers, clear) =>
          (['confirm', 'cancel'] as const).map((verb) => ({
            id: verb,
            label: t(`Transactions.${verb}_many`),
            icon: verb === 'confirm' ? 'check' : 'close',
            onSelect: () => setDialog({ kind: 'many', verb, transfers, onStart: clear }),
          }))
        }
        rowActions={(transfer) => [
          ...transferActions(transfer, tenantAddr).map(({ id, label, note, icon }) => ({
            id,
            label,
            note,
            icon,
            ...(id === 'cancel' && { tone: 'danger' as const }),
            isNext: id === 'confirm',
            onSelect: () => setDialog({ kind: id, transfer }),
          })),
          {
            id: 'open',
            label: t('Transactions.open'),
            icon: 'info',
            onSelect: () => onStateChange({ ...state, openRowId: transfer.deliveryId }),
          },
          ...holdingsOf(transfer).map((search) => ({
            id: 'holding',
            label: t('Transactions.show_holding'),
            icon: 'holdings' as const,
            onSelect: () => void navigate({ to: '/holdings', search }),
          })),
        ]}
        panel={
          state.openRowId && (
            <Suspense fallback={null}>
              <OpenTransfer
                rowId={state.openRowId}
                onAction={(kind, transfer) => setDialog({ kind, transfer })}
                onOpen={(openRowId) => onStateChange({ ...state, openRowId })}
                onClose={() => onStateChange({ ...state, openRowId: undefined })}
              />
            </Suspense>
          )
        }
      />
      <TransferDialogs dialog={dialog} onClose={closeDialog} />
    </>
  )
}
