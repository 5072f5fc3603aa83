import type { ReactNode } from 'react'
import { cx } from '../../lib/dom.ts'
import styles from './TermsPaper.module.css'

export type Term = {
  term: string
  value: ReactNode
  /** Below the value: an account, a price, a term in days. */
  note?: ReactNode
  isStrong?: boolean
}

/** Terms as on paper: to be read before they are signed, and printed as they are. */
export function TermsPaper({ items }: { items: readonly Term[] }) {
  return (
    <dl className={styles.paper}>
      {items.map(({ term, value, note, isStrong }, index) => (
        // Two legs may have the same term, and the terms of a paper have a fixed order.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles.row}>
          <dt className={styles.term}>{term}</dt>
          <dd className={cx(styles.value, isStrong && styles.strong)}>
            {value}
            {note !== undefined && note !== '' && (
              <>
                {/* Where a line may end, and what parts the two when they are copied. */}{' '}
                <span className={styles.note}>{note}</span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
