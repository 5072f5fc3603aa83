import { lazy, Suspense } from 'react'
import { importWithRetry } from '../../../lib/importWithRetry.ts'

// The first table names every chunk that it may load next, and this one needs few; the panel needs many.
const CustodianDetails = lazy(() => importWithRetry(() => import('./CustodianDetails.tsx')))

type Props = { rowId: string; onClose: () => void }

/** The panel of the custodian in the address, whatever screen it was opened from. */
export default function OpenCustodian({ rowId, onClose }: Props) {
  return (
    <Suspense fallback={null}>
      <CustodianDetails key={rowId} rowId={rowId} onClose={onClose} />
    </Suspense>
  )
}
