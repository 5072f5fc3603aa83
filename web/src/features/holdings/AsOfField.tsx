import { t } from '../../messages/t.ts'
import field from '../../ui/field/Field.module.css'
import { today } from './asOfDay.ts'
import styles from './AsOfField.module.css'

type Props = { day: string | undefined; onChange: (day: string | undefined) => void }

/** How things stood at the end of a day; empty is now. */
export function AsOfField({ day, onChange }: Props) {
  return (
    <label className={styles.label} data-past={day !== undefined || undefined}>
      {t('Holdings.as_of')}
      <span className={field.box} data-size="small">
        <input
          type="date"
          className={field.input}
          max={today()}
          value={day ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === '' || value >= today() ? undefined : value)
          }
        />
      </span>
    </label>
  )
}
