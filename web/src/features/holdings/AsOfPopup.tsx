import { useId, useState } from 'react'
import { isDay, todayUtc } from '../../lib/format.ts'
import { t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { DayInput } from '../../ui/field/DayInput.tsx'
import { Popup, type PopupProps } from '../../ui/popup/Popup.tsx'
import styles from './AsOfPopup.module.css'

type Props = PopupProps & { day: string | undefined; onChange: (day: string | undefined) => void }

/** Chooses the end of a past day, or now. */
export default function AsOfPopup({ day, onChange, onClose, ...popup }: Props) {
  const id = useId()
  const [note, setNote] = useState<string>()
  const change = (value: string) => {
    setNote(noteOn(value))
    // An incomplete or future date does not change the table.
    if (value === '' || value === todayUtc()) onChange(undefined)
    else if (isDay(value) && value < todayUtc()) onChange(value)
  }
  const showNow = () => {
    onChange(undefined)
    onClose()
  }
  return (
    <Popup
      {...popup}
      onClose={onClose}
      width="narrow"
      title={t('Holdings.as_of_title')}
      aside={
        <Button variant="quiet" size="small" onClick={showNow}>
          {t('Holdings.as_of_clear')}
        </Button>
      }
    >
      <div className={styles.field}>
        <label htmlFor={id}>{t('Holdings.as_of')}</label>
        <DayInput
          id={id}
          size="small"
          max={todayUtc()}
          value={day ?? ''}
          onChange={change}
          onLeave={() => setNote(undefined)}
          aria-describedby={`${id}-note`}
        />
      </div>
      <p id={`${id}-note`} className={styles.note} role="status">
        {note ?? t('Holdings.as_of_end')}
      </p>
    </Popup>
  )
}

/** Why the table does not show the day in the field. */
function noteOn(value: string): string | undefined {
  if (value === '') return undefined
  if (!isDay(value)) return t('Holdings.as_of_no_day')
  if (value === todayUtc()) return t('Holdings.as_of_today')
  return value > todayUtc() ? t('Holdings.as_of_to_come') : undefined
}
