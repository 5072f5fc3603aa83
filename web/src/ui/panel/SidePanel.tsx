import type { KeyboardEvent, ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import { IconButton } from '../button/IconButton.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { clearOfToasts } from '../toast/clearOfToasts.ts'
import styles from './SidePanel.module.css'

type Props = {
  title: string
  /** Beside the title: whose turn it is. */
  status?: ReactNode
  /** In view however long the body is: whose turn it is on the left, the buttons on the right. */
  footer?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The open row of a table, beside the table or over it on a small screen. Escape closes it. */
export function SidePanel({ title, status, footer, onClose, children }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return (
    // Escape closes the panel, whatever in it has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside className={styles.panel} aria-label={title} onKeyDown={onKeyDown}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h2 className={styles.title}>{title}</h2>
          {status}
        </div>
        <IconButton icon="close" label={t('Common.close')} size="small" onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && (
        <footer ref={clearOfToasts} className={styles.footer}>
          {footer}
        </footer>
      )}
    </aside>
  )
}

/** A section of a panel, with a hairline above it. */
export function PanelSection({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      {title !== undefined && <h3 className={styles.caption}>{title}</h3>}
      {children}
    </section>
  )
}

/** A panel whose content, or code, is loading. */
export const LoadingPanel = ({ title, onClose }: { title: string; onClose: () => void }) => (
  <SidePanel title={title} onClose={onClose}>
    <Skeleton width="full" />
    <Skeleton width="full" />
    <Skeleton width="long" />
  </SidePanel>
)
