import type { ReactNode } from 'react'
import styles from './Page.module.css'

/** A screen: its title, its main actions, and its table, which takes the remaining space. */
export function Page({ title, note, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}

type PageProps = { title: string; note?: ReactNode; actions?: ReactNode; children: ReactNode }
