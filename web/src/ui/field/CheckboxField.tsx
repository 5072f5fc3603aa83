import { Icon } from '../icon/Icon.tsx'
import styles from './CheckboxField.module.css'

type Props = { label: string; isOn: boolean; disabled?: boolean; onChange: (isOn: boolean) => void }

export function CheckboxField({ label, isOn, disabled, onChange }: Props) {
  return (
    <label className={styles.field}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.box} aria-hidden>
        <Icon name="check" />
      </span>
      {label}
    </label>
  )
}
