import type { Transfer } from '@connex/protocol'
import { lazy, Suspense } from 'react'
import { fetchPart } from '../../lib/fetchPart.ts'
import type { FopDraft } from './fopForm.ts'

const loadCreate = () => fetchPart(() => import('./CreateFopDialog.tsx'))
const CreateFopDialog = lazy(loadCreate)
const ConfirmTransferDialog = lazy(() => fetchPart(() => import('./ConfirmTransferDialog.tsx')))
const CancelTransferDialog = lazy(() => fetchPart(() => import('./CancelTransferDialog.tsx')))

/** Which dialog is open, and about what. */
export type TransferDialog =
  { kind: 'fop'; prefill: Partial<FopDraft> } | { kind: 'confirm' | 'cancel'; transfer: Transfer }

/** Fetches the form before it is asked for. */
export const preloadCreate = (): void => void loadCreate()

export function TransferDialogs({
  dialog,
  onClose,
}: {
  dialog: TransferDialog | undefined
  onClose: () => void
}) {
  if (dialog === undefined) return null
  return (
    <Suspense fallback={null}>
      {dialog.kind === 'fop' && <CreateFopDialog prefill={dialog.prefill} onClose={onClose} />}
      {dialog.kind === 'confirm' && <ConfirmTransferDialog transfer={dialog.transfer} onClose={onClose} />}
      {dialog.kind === 'cancel' && <CancelTransferDialog transfer={dialog.transfer} onClose={onClose} />}
    </Suspense>
  )
}
