import type { ReactNode } from 'react'
import styles from './Page.module.css'

/** A screen: its title and main actions in the bar, and its content, which takes the remaining space. */
export function Page({ title, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      <div className={styles.body}>{children}</div>
    </div>
  )
}

type PageProps = { title: string; actions?: ReactNode; children: ReactNode }
