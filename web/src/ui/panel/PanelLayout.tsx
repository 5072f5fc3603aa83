import type { ReactNode } from 'react'
import styles from './PanelLayout.module.css'

type Props = { children: ReactNode; panel: ReactNode }

/** A screen with a panel beside it, or over it on a small screen, as beside a table. */
export function PanelLayout({ children, panel }: Props) {
  const isOpen = panel !== undefined && panel !== null && panel !== '' && panel !== false
  return (
    <div className={styles.layout} data-panel={isOpen || undefined}>
      {children}
      {isOpen && <div className={styles.panel}>{panel}</div>}
    </div>
  )
}
