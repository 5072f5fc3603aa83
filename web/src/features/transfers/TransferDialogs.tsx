import { lazy, Suspense } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import type { TransferDialog } from './OpenDialog.tsx'

const load = () => importWithRetry(() => import('./OpenDialog.tsx'))
const OpenDialog = lazy(load)

/** Loads the form before it is opened. */
export const preloadCreate = (): void =>
  void import('./OpenDialog.tsx').then(({ loadCreate }) => loadCreate())

type Props = {
  dialog: TransferDialog | undefined
  onClose: () => void
}

/** The open dialog, which a browser loads when it is first opened. */
export const TransferDialogs = ({ dialog, onClose }: Props) =>
  dialog && (
    <Suspense fallback={null}>
      <OpenDialog dialog={dialog} onClose={onClose} />
    </Suspense>
  )
