import { useRef, useState } from 'react'
import { isDay, weekdayOf } from '../../lib/format.ts'
import { readDay } from '../../lib/readDay.ts'
import { t } from '../../messages/t.ts'
import { IconButton } from '../button/IconButton.tsx'
import { cx } from '../../lib/strings.ts'
import styles from './DayInput.module.css'
import field from './Field.module.css'

type Props = {
  id: string
  /** 'YYYY-MM-DD', nothing, or words that are no day. */
  value: string
  /** The day as 'YYYY-MM-DD', whichever way it was written; what is no day, as it was typed. */
  onChange: (value: string) => void
  max?: string | undefined
  size?: 'small' | undefined
  disabled?: boolean | undefined
  /** The field is left: what was no day gives way to the value. */
  onLeave?: () => void
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
  'aria-required'?: true | undefined
}

/** A day in the one order that nobody misreads, whatever the browser's language; its weekday, and a calendar. */
export function DayInput({ value, onChange, onLeave, max, size, disabled, ...control }: Props) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const calendar = useRef<HTMLInputElement>(null)
  if (value !== known) {
    setKnown(value)
    // Somebody else set it; what one is typing oneself stays as it is written.
    if (meantBy(typed) !== value) setTyped(value)
  }
  const isWrong = control['aria-invalid'] ?? (meantBy(typed) !== value || undefined)
  return (
    <div
      className={cx(field.box, styles.box)}
      data-size={size}
      data-invalid={isWrong && ''}
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
        aria-invalid={isWrong}
        className={field.input}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(meantBy(currentTarget.value))
        }}
        onBlur={() => {
          setTyped(value)
          onLeave?.()
        }}
      />
      {isDay(value) && meantBy(typed) === value && <span className={styles.weekday}>{weekdayOf(value)}</span>}
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

const meantBy = (typed: string): string => readDay(typed) ?? typed.trim()
