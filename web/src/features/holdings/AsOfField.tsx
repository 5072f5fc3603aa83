import { lazy, Suspense, useRef, useState } from 'react'
import { formatIsoDay, isDay, midnightOf, todayUtc } from '../../lib/format.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import styles from './AsOfField.module.css'

const loadPopup = () => importWithRetry(() => import('./AsOfPopup.tsx'))
const AsOfPopup = lazy(loadPopup)

type Props = { day: string | undefined; onChange: (day: string | undefined) => void }

/** The day whose end the table shows: now, unless a past one is chosen. */
export function AsOfField({ day, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const isPast = day !== undefined && isDay(day)
  return (
    <>
      <Button
        ref={anchor}
        variant={isPast ? 'secondary' : 'quiet'}
        size="small"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadPopup()}
        onFocus={() => void loadPopup()}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isPast ? t('Holdings.as_of_day', { day: formatIsoDay(day) }) : t('Holdings.as_of_now')}
        <span className={styles.open}>
          <Icon name="chevron-down" />
        </span>
      </Button>
      <Suspense fallback={null}>
        {isOpen && (
          <AsOfPopup anchor={anchor} day={day} onChange={onChange} onClose={() => setIsOpen(false)} />
        )}
      </Suspense>
    </>
  )
}

const LAST_SECOND = 24 * 60 * 60 - 1

/** The end of a past UTC day, in seconds; nothing for today. `asOfDay('2026-11-20')` */
export function asOfDay(day: string | undefined): { asOfTime?: number } {
  if (day === undefined || !isDay(day) || day >= todayUtc()) return {}
  const start = midnightOf(day)
  return start < 0 ? {} : { asOfTime: start + LAST_SECOND }
}
