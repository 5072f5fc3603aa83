import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format.ts'
import styles from './WrittenList.module.css'

/** Texts with their authors, in the order given; `empty` where there is none. */
export function WrittenList<Entry>(props: {
  label: string
  empty: string
  entries: readonly Entry[]
  children: (entry: Entry) => ReactNode
}) {
  const { label, empty, entries, children } = props
  return (
    <>
      {entries.length === 0 && <p className={styles.muted}>{empty}</p>}
      <ul className={styles.list} aria-label={label}>
        {entries.map((entry) => children(entry))}
      </ul>
    </>
  )
}

/** One of them: who wrote it, what it is, and when, in seconds. */
export function WrittenEntry(props: {
  author: string
  chip: ReactNode
  createdAt: number
  children: ReactNode
}) {
  const { author, chip, createdAt, children } = props
  return (
    <li className={styles.entry}>
      <span className={styles.head}>
        <strong>{author}</strong>
        {chip}
        <time className={styles.muted}>{formatDateTime(createdAt)}</time>
      </span>
      {children}
    </li>
  )
}
