import { useId } from 'react'
import { cx } from '../../lib/dom.ts'
import { Icon } from '../icon/Icon.tsx'
import field from './Field.module.css'
import styles from './SegmentedField.module.css'

type Props = {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  disabled?: boolean
  error?: string | undefined
  onChange: (value: string) => void
}

/** One of two or three options, all visible. */
export function SegmentedField({ label, value, options, disabled, error, onChange }: Props) {
  const name = useId()
  return (
    <fieldset
      className={styles.field}
      disabled={disabled}
      data-invalid={error === undefined ? undefined : ''}
      aria-describedby={error === undefined ? undefined : `${name}-note`}
    >
      <legend className={styles.label}>{label}</legend>
      <div className={styles.track}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <div id={`${name}-note`} className={cx(field.note, field.error, styles.error)}>
          <Icon name="alert" />
          {error}
        </div>
      )}
    </fieldset>
  )
}
