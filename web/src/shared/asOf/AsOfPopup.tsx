import { useId, useState } from 'react'
import { todayUtc } from '../../lib/format.ts'
import { asOfPopup } from '../../messages/en/panels/asOfPopup.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Button } from '../../ui/button/Button.tsx'
import { DayInput } from '../../ui/field/DayInput.tsx'
import field from '../../ui/field/Field.module.css'
import { Popup, type PopupProps } from '../../ui/popup/Popup.tsx'
import { localZone } from '../desk/timeZone.ts'
import { fieldsOf, readMoment } from './asOf.ts'
import styles from './AsOfPopup.module.css'

addMessages(asOfPopup)

type Props = PopupProps & { moment: string | undefined; onChange: (moment: string | undefined) => void }

/** Chooses the end of a past day, a time of a day, or now. */
export default function AsOfPopup({ moment, onChange, onClose, ...popup }: Props) {
  const id = useId()
  const [{ day, time }, setFields] = useState(() => fieldsOf(moment))
  const [note, setNote] = useState<string>()
  const change = (typed: { day: string; time: string }) => {
    const read = readMoment(typed.day, typed.time)
    // What is incomplete or in the future does not change what is shown.
    const isRefused = 'refusal' in read
    const isToday = typed.time === '' && typed.day === todayUtc()
    setNote(isRefused ? t(`AsOfPopup.${read.refusal}`) : isToday ? t('AsOfPopup.today') : undefined)
    // The day's field has the invalid text of a day; the time's field shows this state.
    const isDayRefused = isRefused && (read.refusal === 'no_day' || read.refusal === 'to_come')
    setFields(isDayRefused ? { day, time: typed.time } : typed)
    if (!isRefused) onChange(read.moment)
  }
  const showNow = () => {
    onChange(undefined)
    onClose()
  }
  const hasTime = time !== ''
  // At noon of the day: summer time may have been another.
  const zone = localZone(day === '' ? undefined : new Date(`${day}T12:00`))
  const isTimeRefused = hasTime && 'refusal' in readMoment(day, time)
  return (
    <Popup
      {...popup}
      onClose={onClose}
      width="narrow"
      title={t('AsOfPopup.title')}
      aside={
        <Button variant="quiet" size="small" onClick={showNow}>
          {t('AsOfPopup.clear')}
        </Button>
      }
    >
      <div className={styles.fields}>
        <label htmlFor={id}>{t('AsOfPopup.day')}</label>
        <DayInput
          id={id}
          size="small"
          max={todayUtc()}
          value={day}
          onChange={(typed) => change({ day: typed, time })}
          onLeave={() => setNote(undefined)}
          aria-describedby={`${id}-note`}
        />
        <label htmlFor={`${id}-time`}>{t('AsOfPopup.time')}</label>
        <div className={field.box} data-size="small" data-invalid={isTimeRefused ? '' : undefined}>
          <input
            id={`${id}-time`}
            className={field.input}
            type="text"
            autoComplete="off"
            size={5}
            placeholder={t('AsOfPopup.time_format')}
            value={time}
            aria-invalid={isTimeRefused || undefined}
            aria-describedby={`${id}-zone ${id}-note`}
            onChange={({ currentTarget }) => change({ day, time: currentTarget.value.trim() })}
          />
          <span id={`${id}-zone`} className={styles.zone} title={zone}>
            {zone}
          </span>
        </div>
      </div>
      <p id={`${id}-note`} className={styles.note} role="status">
        {note ?? t(hasTime ? 'AsOfPopup.minute' : 'AsOfPopup.end')}
      </p>
    </Popup>
  )
}
