import { formatCash, formatQuantity } from '../../lib/format.ts'
import { useMemo } from 'react'
import { Currency } from '@connex/protocol'
import { t } from '../../messages/t.ts'
import { amountOf } from '../../shared/desk/cashFlows.ts'
import { unitName } from '../../lib/units.ts'
import { flowRows, scaleOf, shortFigure, type FlowRow, type LadderDay, type Scale } from './sixWeeks.ts'
import styles from './Ladder.module.css'

/** What comes and goes each day, by currency and unit; below the ladder, always in sight. */
export function LadderFlows({ days }: { days: readonly LadderDay[] }) {
  const rows = useMemo(() => flowRows(days), [days])
  if (rows.length === 0) return null
  return (
    <div className={styles.flows}>
      {rows.map((row) => (
        <FlowLine
          key={`${row.kind} ${row.of}`}
          row={row}
          scale={scaleOf(rows.filter((other) => other.of === row.of))}
          days={days}
        />
      ))}
    </div>
  )
}

type LineProps = { row: FlowRow; scale: Scale; days: readonly LadderDay[] }

function FlowLine({ row, scale, days }: LineProps) {
  const isCash = row.kind === 'cash_in' || row.kind === 'cash_out'
  const of = Currency.safeParse(row.of)
  const unit = isCash && of.success ? of.data : unitName(row.of)
  const exact = (sum: bigint) =>
    isCash ? formatCash(amountOf(sum), unit) : `${formatQuantity(sum, row.decimals)} ${unit}`
  return (
    <div className={styles.flow} data-kind={row.kind}>
      <span className={styles.label} title={isCash ? t('Calendar.documented') : undefined}>
        {t(`Calendar.${row.kind}`)}{' '}
        <span className={styles.scale}>
          {unit} {scale.suffix !== undefined && t(`Calendar.${scale.suffix}`)}
        </span>
      </span>
      {row.sums.map((sum, column) => (
        <span key={days[column]?.date} className={styles.figure} title={sum === 0n ? undefined : exact(sum)}>
          {sum !== 0n && (
            <>
              <span aria-hidden>{shortFigure(sum, row.decimals, scale)}</span>
              <span className={styles.exact}>{exact(sum)}</span>
            </>
          )}
        </span>
      ))}
    </div>
  )
}
