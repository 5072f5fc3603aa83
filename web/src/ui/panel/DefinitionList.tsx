import type { ReactNode } from 'react'
import styles from './DefinitionList.module.css'

export type Definition = { term: string; value: ReactNode; isMono?: boolean }

/** Terms and their values. */
export function DefinitionList({ items }: { items: readonly Definition[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, value, isMono }) => (
        <div key={term} className={styles.row}>
          <dt>{term}</dt>
          <dd data-mono={isMono || undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
