import { useId } from 'react'
import { todayUtc } from '../../lib/formatTime.ts'
import { readDay } from '../../lib/readDay.ts'
import { t } from '../../messages/t.ts'
import { DayInput } from '../../ui/field/DayInput.tsx'
import styles from './AsOfField.module.css'

type Props = { day: string | undefined; onChange: (day: string | undefined) => void }

/** How things stood at the end of a day; empty is now. */
export function AsOfField({ day, onChange }: Props) {
  const id = useId()
  return (
    <div className={styles.asOf} data-past={day !== undefined || undefined}>
      <label htmlFor={id}>{t('Holdings.as_of')}</label>
      <DayInput
        id={id}
        size="small"
        max={todayUtc()}
        value={day ?? ''}
        onChange={(value) => {
          if (value === '') onChange(undefined)
          // Half a day, or one to come, leaves the table as it stands.
          else if (readDay(value) === value && value <= todayUtc())
            onChange(value === todayUtc() ? undefined : value)
        }}
      />
    </div>
  )
}
