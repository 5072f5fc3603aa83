import { useId } from 'react'
import { readDay } from '../../lib/readDay.ts'
import { t } from '../../messages/t.ts'
import { DayInput } from '../../ui/field/DayInput.tsx'
import { today } from './asOfDay.ts'
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
        max={today()}
        value={day ?? ''}
        onChange={(value) => {
          if (value === '') onChange(undefined)
          // Half a day, or one to come, leaves the table as it stands.
          else if (readDay(value) === value && value <= today())
            onChange(value === today() ? undefined : value)
        }}
      />
    </div>
  )
}
