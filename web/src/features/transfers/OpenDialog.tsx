import type { Transfer } from '@connex/protocol'
import { lazy } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import type { TransferDraft } from './create/transferDraft.ts'
import type { RequestDraft } from './messages/messageForm.ts'
import type { ReturnDraft } from './return/returnForm.ts'
import type { ProposedParts } from './return/returnQuantities.ts'
import type { SubstitutionDraft } from './substitution/substitutionForm.ts'

export const loadCreate = () => importWithRetry(() => import('./create/CreateTransferDialog.tsx'))
const CreateTransferDialog = lazy(loadCreate)
const CopyTransferDialog = lazy(() => importWithRetry(() => import('./create/CopyTransferDialog.tsx')))
const ReturnDialog = lazy(() => importWithRetry(() => import('./return/ReturnDialog.tsx')))
const RecallDialog = lazy(() => importWithRetry(() => import('./messages/RecallDialog.tsx')))
const SubstituteDialog = lazy(() => importWithRetry(() => import('./substitution/SubstituteDialog.tsx')))
const ConfirmTransferDialog = lazy(() => importWithRetry(() => import('./confirm/ConfirmTransferDialog.tsx')))
const CancelTransferDialog = lazy(() => importWithRetry(() => import('./cancel/CancelTransferDialog.tsx')))
const BulkDialog = lazy(() => importWithRetry(() => import('./bulk/BulkDialog.tsx')))

/** What is done with one transfer. */
const OF_ONE = {
  confirm: ConfirmTransferDialog,
  cancel: CancelTransferDialog,
}

/** Which dialog is open, and about what. */
export type TransferDialog =
  | { kind: 'create'; prefill: Partial<TransferDraft> }
  | { kind: keyof typeof OF_ONE | 'copy'; transfer: Transfer }
  | { kind: 'return'; transfer: Transfer; prefill?: Partial<ReturnDraft>; parts?: ProposedParts }
  | { kind: 'recall'; transfer: Transfer; prefill?: Partial<RequestDraft> }
  | { kind: 'substitute'; transfer: Transfer; prefill?: Partial<SubstitutionDraft> }
  | { kind: 'many'; verb: 'confirm' | 'cancel'; transfers: readonly Transfer[]; onStart: () => void }

type Props = {
  dialog: TransferDialog
  onClose: () => void
}

export default function OpenDialog({ dialog, onClose }: Props) {
  if (dialog.kind === 'create') return <CreateTransferDialog prefill={dialog.prefill} onClose={onClose} />
  if (dialog.kind === 'copy') return <CopyTransferDialog transfer={dialog.transfer} onClose={onClose} />
  if (dialog.kind === 'many') {
    const { verb, transfers, onStart } = dialog
    return <BulkDialog verb={verb} transfers={transfers} onStart={onStart} onClose={onClose} />
  }
  if (dialog.kind === 'return') {
    const { transfer, prefill, parts } = dialog
    return <ReturnDialog transfer={transfer} prefill={prefill} parts={parts} onClose={onClose} />
  }
  if (dialog.kind === 'recall') {
    const { transfer, prefill } = dialog
    return <RecallDialog transfer={transfer} prefill={prefill} onClose={onClose} />
  }
  if (dialog.kind === 'substitute') {
    const { transfer, prefill } = dialog
    return <SubstituteDialog transfer={transfer} prefill={prefill} onClose={onClose} />
  }
  const OneDialog = OF_ONE[dialog.kind]
  return <OneDialog transfer={dialog.transfer} onClose={onClose} />
}
