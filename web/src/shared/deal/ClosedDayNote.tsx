import { lazy, Suspense } from 'react'
import { closedBecause } from '@connex/protocol'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { isDay } from '../../lib/format.ts'
import type { ClosedDayProps } from './ClosedDayText.tsx'

const ClosedDayText = lazy(() => importWithRetry(() => import('./ClosedDayText.tsx')))

/** Below a date on which nothing settles: a note, which does not block the form. */
export function ClosedDayNote(props: ClosedDayProps) {
  const reason = isDay(props.day) ? closedBecause(props.day) : undefined
  return (
    reason && (
      <Suspense fallback={null}>
        <ClosedDayText {...props} reason={reason} />
      </Suspense>
    )
  )
}
