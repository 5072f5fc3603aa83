import { cx } from '../../lib/cx.ts'
import styles from './Icon.module.css'
import { paths, type IconName } from './paths.ts'

/** A picture beside words: hidden from those who listen, unless it is given a label of its own. */
export function Icon({
  name,
  label,
  className,
}: {
  name: IconName
  label?: string
  className?: string | undefined
}) {
  return (
    <svg
      className={cx(styles.icon, className)}
      data-icon={name}
      viewBox="0 0 24 24"
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={paths[name]} />
    </svg>
  )
}
