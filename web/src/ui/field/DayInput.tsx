import { useRef, useState } from 'react'
import { isDay, weekdayOf } from '../../lib/format.ts'
import { readDay } from '../../lib/readDay.ts'
import { t } from '../../messages/t.ts'
import { IconButton } from '../button/IconButton.tsx'
import { cx } from '../../lib/dom.ts'
import styles from './DayInput.module.css'
import field from './Field.module.css'

type Props = {
  id: string
  /** 'YYYY-MM-DD', empty, or invalid text. */
  value: string
  /** The day as 'YYYY-MM-DD', however it was written; invalid text as typed. */
  onChange: (value: string) => void
  max?: string | undefined
  size?: 'small' | undefined
  disabled?: boolean | undefined
  /** The field was left: invalid text was replaced by the value. */
  onLeave?: () => void
  'aria-label'?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
  'aria-required'?: true | undefined
}

/** A day as year-month-day, whatever the browser's language, with its weekday and a calendar. */
export function DayInput({ value, onChange, onLeave, max, size, disabled, ...control }: Props) {
  const [typed, setTyped] = useState(value)
  const [lastValue, setLastValue] = useState(value)
  const calendar = useRef<HTMLInputElement>(null)
  if (value !== lastValue) {
    setLastValue(value)
    // Set from outside. Text that the user is typing stays as written.
    if (dayOf(typed) !== value) setTyped(value)
  }
  const isInvalid = control['aria-invalid'] ?? (dayOf(typed) !== value || undefined)
  return (
    <div
      className={cx(field.box, styles.box)}
      data-size={size}
      data-invalid={isInvalid && ''}
      data-disabled={disabled ? '' : undefined}
    >
      <input
        type="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('Form.day_format')}
        size={10}
        disabled={disabled}
        {...control}
        aria-invalid={isInvalid}
        className={field.input}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(dayOf(currentTarget.value))
        }}
        onBlur={() => {
          setTyped(value)
          onLeave?.()
        }}
      />
      {isDay(value) && dayOf(typed) === value && <span className={styles.weekday}>{weekdayOf(value)}</span>}
      <IconButton
        icon="calendar"
        size="small"
        label={t('Form.calendar')}
        disabled={disabled}
        onClick={() => calendar.current?.showPicker()}
      />
      <input
        ref={calendar}
        type="date"
        className={styles.calendar}
        tabIndex={-1}
        aria-hidden
        disabled={disabled}
        max={max}
        value={isDay(value) ? value : ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  )
}

const dayOf = (typed: string): string => readDay(typed) ?? typed.trim()
