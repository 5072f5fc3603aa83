import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/paths.ts'
import styles from './State.module.css'

/** What would be here, and how to get it here. */
export function EmptyState(props: {
  icon?: IconName
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  const { icon = 'empty', title, children, action } = props
  return (
    <div className={styles.state}>
      <span className={styles.picture}>
        <Icon name={icon} />
      </span>
      <strong className={styles.title}>{title}</strong>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
