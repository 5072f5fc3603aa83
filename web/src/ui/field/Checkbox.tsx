import { Icon } from '../icon/Icon.tsx'
import { cx } from '../../lib/strings.ts'
import styles from './CheckboxField.module.css'

type Props = {
  label: string
  isChecked: boolean
  /** Some of what it stands for is, and some is not. */
  isMixed?: boolean
  /** Where clicks are heard once for many boxes, it is left out. */
  onChange?: () => void
  className?: string | undefined
}

const heardAbove = () => undefined

/** A box to tick without words beside it. */
export function Checkbox({ label, isChecked, isMixed = false, onChange, className }: Props) {
  return (
    <label className={cx(styles.field, styles.bare, className)} data-mixed={isMixed || undefined}>
      <input
        type="checkbox"
        aria-label={label}
        tabIndex={-1}
        checked={isChecked}
        ref={(input) => {
          if (input !== null) input.indeterminate = isMixed
        }}
        onChange={onChange ?? heardAbove}
      />
      <span className={styles.box} aria-hidden>
        <Icon name={isMixed ? 'minus' : 'check'} />
      </span>
    </label>
  )
}
