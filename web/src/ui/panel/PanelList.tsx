import type { ReactNode } from 'react'
import { Figure } from '../text/Figure.tsx'
import styles from './PanelList.module.css'

export type PanelItem = {
  id: string
  title: ReactNode
  /** Below the title. */
  note?: ReactNode
  /** A number, on the right. */
  figure?: string
  /** Below the figure: whose turn it is, or a day. */
  status?: ReactNode
  onOpen?: () => void
}

type Props = {
  label: string
  items: readonly PanelItem[]
  /** In place of an empty list. */
  empty: string
}

/** Rows in a panel, such as the deals that earmark a holding. */
export function PanelList({ label, items, empty }: Props) {
  if (items.length === 0) return <p className={styles.empty}>{empty}</p>
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map((item) => (
        <li key={item.id}>
          {item.onOpen === undefined ? (
            <div className={styles.item}>
              <Content {...item} />
            </div>
          ) : (
            <button type="button" className={styles.item} onClick={item.onOpen}>
              <Content {...item} />
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const Content = ({ title, note, figure, status }: PanelItem) => (
  <>
    <span className={styles.title}>{title}</span>
    <span className={styles.figure}>{figure !== undefined && <Figure text={figure} />}</span>
    <span className={styles.note}>{note}</span>
    <span className={styles.status}>{status}</span>
  </>
)
