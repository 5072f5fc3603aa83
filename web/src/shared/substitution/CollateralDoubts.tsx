import type { CollateralDoubt } from '@connex/protocol/substitutions'
import { lazy, Suspense } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'

const CollateralDoubtList = lazy(() => importWithRetry(() => import('./CollateralDoubtList.tsx')))

/**
 * What both sides should know of the securities that come in, before they sign. Most give no cause for doubt, so the sentences come on
 * demand.
 */
export const CollateralDoubts = ({ doubts }: { doubts: readonly CollateralDoubt[] }) =>
  doubts.length > 0 && (
    <Suspense fallback={null}>
      <CollateralDoubtList doubts={doubts} />
    </Suspense>
  )
