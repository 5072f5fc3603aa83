import type { ReactNode } from 'react'
import styles from './DefinitionList.module.css'

export type Definition = {
  term: string
  value: ReactNode
  /** Below the value, smaller. */
  note?: string | undefined
  isMono?: boolean
}

type Props = {
  items: readonly Definition[]
  /** Two pairs in a row, each value below its term; otherwise a pair in a row, term left and value right. */
  isInColumns?: boolean
}

/** Terms and their values. */
export function DefinitionList({ items, isInColumns }: Props) {
  return (
    <dl className={styles.list} data-columns={isInColumns || undefined}>
      {items.map(({ term, value, note, isMono }) => (
        <div key={term} className={styles.row}>
          <dt>{term}</dt>
          <dd data-mono={isMono || undefined}>
            {value}
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
