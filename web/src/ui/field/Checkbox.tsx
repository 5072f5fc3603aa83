import { Icon } from '../icon/Icon.tsx'
import { cx } from '../../lib/dom.ts'
import styles from './CheckboxField.module.css'

type Props = {
  label: string
  isChecked: boolean
  /** Some of its items are checked, and some are not. */
  isMixed?: boolean
  /** Tab reaches it. In a grid, which has keys of its own, it does not. */
  isTabStop?: boolean
  /** Left out if one listener handles the clicks of many boxes. */
  onChange?: () => void
  className?: string | undefined
}

const handledAbove = () => undefined

/** A checkbox without a visible label. */
export function Checkbox({
  label,
  isChecked,
  isMixed = false,
  isTabStop = false,
  onChange,
  className,
}: Props) {
  return (
    <label className={cx(styles.field, styles.bare, className)} data-mixed={isMixed || undefined}>
      <input
        type="checkbox"
        aria-label={label}
        tabIndex={isTabStop ? undefined : -1}
        checked={isChecked}
        ref={(input) => {
          if (input !== null) input.indeterminate = isMixed
        }}
        onChange={onChange ?? handledAbove}
      />
      <span className={styles.box} aria-hidden>
        <Icon name={isMixed ? 'minus' : 'check'} />
      </span>
    </label>
  )
}
