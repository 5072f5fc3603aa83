import { lazy, Suspense } from 'react'
import { closedBecause } from '@connex/protocol'
import { fetchPart } from '../fetchPart.ts'
import { isDay } from '../readDay.ts'

const ClosedDayWords = lazy(() => fetchPart(() => import('./ClosedDayWords.tsx')))

export type ClosedDayProps = { day: string; disabled: boolean; onChange: (day: string) => void }

/** Below a date on which nothing settles: a note, which holds nothing back. */
export function ClosedDayNote(props: ClosedDayProps) {
  const because = isDay(props.day) ? closedBecause(props.day) : undefined
  return (
    because && (
      <Suspense fallback={null}>
        <ClosedDayWords {...props} because={because} />
      </Suspense>
    )
  )
}
