import { lazy, Suspense } from 'react'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { isDay } from '../../lib/format.ts'
import type { ClosedDayProps } from './ClosedDayText.tsx'

const ClosedDayText = lazy(() => importWithRetry(() => import('./ClosedDayText.tsx')))

/**
 * Below a date: that nothing is paid on it, or that its holidays are not known. A note, which does not block the form.
 */
export const ClosedDayNote = (props: ClosedDayProps) =>
  isDay(props.day) && (
    <Suspense fallback={null}>
      <ClosedDayText {...props} />
    </Suspense>
  )
