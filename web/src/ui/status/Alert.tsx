import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import styles from './Alert.module.css'

type Props = {
  tone: 'danger' | 'attention' | 'info'
  title?: string | undefined
  /** Announced by screen readers, for something that has just happened. */
  isLive?: boolean
  children?: ReactNode
}

/** What the user must know before continuing, in the place that it concerns. */
export function Alert({ tone, title, isLive, children }: Props) {
  return (
    <div className={styles.alert} data-tone={tone} role={isLive ? 'alert' : undefined}>
      <Icon name={tone === 'info' ? 'info' : 'alert'} />
      <div className={styles.words}>
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  )
}
