import { useId, type ButtonHTMLAttributes, type ReactNode, type Ref } from 'react'
import { cx } from '../../lib/dom.ts'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/Icon.tsx'
import { Tooltip } from '../tooltip/Tooltip.tsx'
import styles from './Button.module.css'

/** next: the next step of the task, at most one on a screen. primary: other main actions. */
export type ButtonVariant = 'next' | 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'className'> & {
  variant?: ButtonVariant | undefined
  size?: 'small' | 'medium' | 'large' | undefined
  icon?: IconName | undefined
  isWide?: boolean | undefined
  /** Busy: keeps its size and focus, and ignores further clicks. */
  isBusy?: boolean | undefined
  /** Why it is disabled, in a tooltip and to screen readers. */
  disabledReason?: string | undefined
  children: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'medium',
    icon,
    isWide,
    isBusy,
    disabledReason,
    children,
    ...rest
  } = props
  const { type = 'button', onClick, ...attributes } = rest
  const reasonId = useId()
  const isDisabled = disabledReason !== undefined
  const isInert = isDisabled || isBusy === true
  return (
    <Tooltip text={disabledReason}>
      <button
        {...attributes}
        // A busy or disabled submit button must not submit, and stays focusable, so that its reason can be read.
        type={isInert && type === 'submit' ? 'button' : type}
        className={cx(styles.button, isWide && styles.wide)}
        data-variant={variant}
        data-size={size}
        aria-disabled={isInert || undefined}
        aria-busy={isBusy || undefined}
        aria-describedby={isDisabled ? reasonId : attributes['aria-describedby']}
        onClick={isInert ? undefined : onClick}
      >
        {isBusy ? <span className={styles.dots} aria-hidden /> : icon && <Icon name={icon} />}
        <span className={styles.label}>{children}</span>
        {isDisabled && (
          <span id={reasonId} hidden>
            {disabledReason}
          </span>
        )}
      </button>
    </Tooltip>
  )
}
