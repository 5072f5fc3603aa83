import { Icon } from '../icon/Icon.tsx'
import styles from './NativeSelect.module.css'

type Props = {
  label: string
  /** For screen readers only, if the context makes the label redundant. */
  isLabelHidden?: boolean
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A short list in a toolbar or footer: the browser's own control, which needs no code and works well on phones. */
export function NativeSelect({ label, isLabelHidden = false, value, options, onChange }: Props) {
  return (
    <label className={styles.label}>
      {!isLabelHidden && label}
      <span className={styles.box}>
        <select
          className={styles.select}
          aria-label={isLabelHidden ? label : undefined}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </span>
    </label>
  )
}
