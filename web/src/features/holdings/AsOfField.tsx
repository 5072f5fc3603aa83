import { useId, useState } from 'react'
import { isDay, midnightOf, todayUtc } from '../../lib/format.ts'
import { t } from '../../messages/t.ts'
import { DayInput } from '../../ui/field/DayInput.tsx'
import styles from './AsOfField.module.css'

type Props = { day: string | undefined; onChange: (day: string | undefined) => void }

/** Shows the table as of the end of a past day; empty is now. */
export function AsOfField({ day, onChange }: Props) {
  const id = useId()
  const [note, setNote] = useState<string>()
  const change = (value: string) => {
    setNote(noteOn(value))
    // An incomplete or future date does not change the table.
    if (value === '' || value === todayUtc()) onChange(undefined)
    else if (isDay(value) && value < todayUtc()) onChange(value)
  }
  return (
    <div className={styles.asOf} data-past={day !== undefined || undefined}>
      <label htmlFor={id}>{t('Holdings.as_of')}</label>
      <DayInput
        id={id}
        size="small"
        max={todayUtc()}
        value={day ?? ''}
        onChange={change}
        onLeave={() => setNote(undefined)}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={styles.note} role="status">
          {note}
        </p>
      )}
    </div>
  )
}

/** Why the table does not show the day in the field. */
function noteOn(value: string): string | undefined {
  if (value === '') return undefined
  if (!isDay(value)) return t('Holdings.as_of_no_day')
  if (value === todayUtc()) return t('Holdings.as_of_today')
  return value > todayUtc() ? t('Holdings.as_of_to_come') : undefined
}

const LAST_SECOND = 24 * 60 * 60 - 1

/** The end of a past UTC day, in seconds; nothing for today. `asOfDay('2026-11-20')` */
export function asOfDay(day: string | undefined): { asOfTime?: number } {
  if (day === undefined || !isDay(day) || day >= todayUtc()) return {}
  const start = midnightOf(day)
  return start < 0 ? {} : { asOfTime: start + LAST_SECOND }
}
