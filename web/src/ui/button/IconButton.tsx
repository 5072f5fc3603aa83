import type { ButtonHTMLAttributes, Ref } from 'react'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/Icon.tsx'
import { Tooltip } from '../tooltip/Tooltip.tsx'
import styles from './IconButton.module.css'

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> & {
  icon: IconName
  /** Its accessible name and its tooltip. */
  label: string
  size?: 'small' | 'medium'
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ icon, label, size = 'medium', ...attributes }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button type="button" {...attributes} className={styles.button} data-size={size} aria-label={label}>
        <Icon name={icon} />
      </button>
    </Tooltip>
  )
}
