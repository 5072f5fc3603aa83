import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/Icon.tsx'
import styles from './State.module.css'

/** What would be shown here, and how to create it. */
export function EmptyState(props: {
  icon?: IconName
  title: string
  /** Replaces a whole screen: the title is its heading. */
  isScreen?: boolean
  children?: ReactNode
  action?: ReactNode
}) {
  const { icon = 'empty', title, isScreen = false, children, action } = props
  const Title = isScreen ? 'h1' : 'strong'
  return (
    <div className={styles.state}>
      <span className={styles.picture}>
        <Icon name={icon} />
      </span>
      <Title className={styles.title}>{title}</Title>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}
