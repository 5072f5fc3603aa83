import { Figure } from '../text/Figure.tsx'
import styles from './TotalsLine.module.css'

export type Sum = { id: string; amount: string; unit?: string; note?: string }

/** The sums below a table, one for each unit or currency. Nothing where there is nothing to add up. */
export function TotalsLine({ label, sums }: { label: string; sums: readonly Sum[] }) {
  if (sums.length === 0) return null
  return (
    <dl className={styles.totals}>
      <dt>{label}</dt>
      {sums.map(({ id, unit, amount, note }) => (
        <dd key={id}>
          <strong>
            <Figure text={amount} />
          </strong>
          {unit !== undefined && ` ${unit}`}
          {note !== undefined && ' '}
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </dd>
      ))}
    </dl>
  )
}
