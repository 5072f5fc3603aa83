import { isUsable, TARGET, type Availability } from '@connex/protocol'
import { closureText } from '@connex/protocol/calendar'
import type { CSSProperties, KeyboardEvent } from 'react'
import { formatQuantity, weekdayOf } from '../../lib/format.ts'
import { useCustodianName } from '../../lib/custodianName.ts'
import { t, tLoose } from '../../messages/t.ts'
import { formatMonth, formatWeekday } from '../../shared/desk/dayText.ts'
import { useCellFocus } from '../../ui/grid/useCellFocus.ts'
import { Figure } from '../../ui/text/Figure.tsx'
import { InstrumentName } from '../../ui/text/InstrumentName.tsx'
import { AvailabilityCell } from './AvailabilityCell.tsx'
import { meansFor, rowKey, scaleOf, type Need, type ShownDay } from './rows.ts'
import styles from './AvailabilityGrid.module.css'

type Props = {
  rows: readonly Availability[]
  days: readonly ShownDay[]
  need: Need | undefined
  /** The first day is that of a past moment. */
  isPast: boolean
  cell: string | undefined
  onCell: (cell: string | undefined) => void
}

/** Rows of instruments by custodian, columns of days. One stop of the keyboard: arrow keys move between the cells. */
export function AvailabilityGrid({ rows, days, need, isPast, cell, onCell }: Props) {
  const size = { rows: rows.length, columns: days.length }
  const { grid, focus, setFocus, moveBy } = useCellFocus(size, 'row')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' && cell !== undefined) onCell(undefined)
    else if (!moveBy(event)) return
    event.preventDefault()
  }
  const widths = days.map(
    ({ closed }) => `minmax(${closed === undefined ? 24 : 12}px,${closed === undefined ? 1 : 0.4}fr)`,
  )
  return (
    <>
      <div className={styles.scroller}>
        <div
          ref={grid}
          className={styles.grid}
          role="grid"
          aria-label={t('Availability.title')}
          tabIndex={-1}
          style={{ '--days': widths.join(' ') } as CSSProperties}
          onKeyDown={onKeyDown}
        >
          <Head days={days} need={need} isPast={isPast} />
          {rows.map((row, index) => (
            <AvailabilityRow
              key={rowKey(row)}
              row={row}
              days={days}
              need={need}
              cell={cell}
              onCell={onCell}
              index={index}
              focusColumn={focus.row === index ? focus.column : undefined}
              onFocus={(column) => setFocus({ row: index, column })}
            />
          ))}
        </div>
      </div>
      <Legend />
    </>
  )
}

function Head({ days, need, isPast }: Pick<Props, 'days' | 'need' | 'isPast'>) {
  return (
    <div role="row" className={styles.head}>
      <span role="columnheader" className={styles.name}>
        {t('Availability.instrument')}
      </span>
      <span role="columnheader" className={styles.number}>
        {t(isPast ? 'Availability.available_then' : 'Availability.now')}
      </span>
      {days.map(({ date, closed }, column) => (
        <span
          key={date}
          role="columnheader"
          className={styles.day}
          data-closed={closed !== undefined || undefined}
          data-needed={need?.day === date || undefined}
          aria-label={
            closed === undefined
              ? formatWeekday(date)
              : `${formatWeekday(date)}, ${closureText(closed, TARGET)}`
          }
          title={closed === undefined ? undefined : closureText(closed, TARGET)}
        >
          {isMonthNamed(days, column) && (
            <span className={styles.month} aria-hidden>
              {formatMonth(date)}
            </span>
          )}
          <span aria-hidden>{weekdayOf(date).slice(0, 1)}</span>
          <strong>{Number(date.slice(-2))}</strong>
        </span>
      ))}
    </div>
  )
}

/** How many columns a month's name needs. */
const MONTH_WIDTH = 6

/** A month is named at its first day, and at the first column where the next name leaves room. */
function isMonthNamed(days: readonly { date: string }[], column: number): boolean {
  const begins = ({ date }: { date: string }) => date.endsWith('-01')
  return (
    days.slice(column, column + 1).some(begins) || (column === 0 && !days.slice(1, MONTH_WIDTH).some(begins))
  )
}

type RowProps = Omit<Props, 'rows' | 'isPast'> & {
  row: Availability
  index: number
  /** The column that the keyboard reaches, if it is in this row. */
  focusColumn: number | undefined
  onFocus: (column: number) => void
}

function AvailabilityRow({ row, days, need, cell, onCell, index, focusColumn, onFocus }: RowProps) {
  const custodianName = useCustodianName()
  const means = need === undefined ? undefined : meansFor(row, need)
  const scale = scaleOf(row)
  return (
    <div
      role="row"
      className={styles.row}
      data-means={means}
      data-short={row.shortFrom !== null || undefined}
    >
      <span role="rowheader" className={styles.name}>
        <InstrumentName identifier={row.identifier ?? row.registryId} label={row.label} />
        <span className={styles.custodian}>{custodianName(row)}</span>
        {means !== undefined && <span className={styles.means}>{t(`Availability.can_${means}`)}</span>}
        <Notes row={row} />
      </span>
      <span role="gridcell" className={styles.number}>
        <Figure text={formatQuantity(row.available, row.decimals)} />
      </span>
      {row.days.map((day, column) => (
        <AvailabilityCell
          key={day.date}
          row={row}
          day={day}
          scale={scale}
          closed={days[column]?.closed}
          address={`${index}.${column}`}
          hasFocus={focusColumn === column}
          isOpen={cell === `${rowKey(row)}.${day.date}`}
          isNeeded={need?.day === day.date}
          onFocus={() => onFocus(column)}
          onOpen={() => onCell(`${rowKey(row)}.${day.date}`)}
        />
      ))}
    </div>
  )
}

/** Why nothing of it can be used, from when it is short, and what is held up. */
function Notes({ row }: { row: Availability }) {
  const { registryState, shortFrom, heldUp, decimals } = row
  return (
    <>
      {!isUsable(row) && registryState !== null && (
        <span className={styles.unusable}>
          {t('Availability.unusable', { state: tLoose(`RegistryState.${registryState}`, {}).toLowerCase() })}
        </span>
      )}
      {shortFrom !== null && (
        <span className={styles.short}>
          {t('Availability.short_from', { day: formatWeekday(shortFrom) })}
        </span>
      )}
      {heldUp !== '0' && (
        <span className={styles.heldUp}>
          {t('Availability.held_up', { quantity: formatQuantity(heldUp, decimals) })}
        </span>
      )}
    </>
  )
}

const SHADES = ['certain', 'expected', 'possible'] as const

const Legend = () => (
  <div className={styles.legend}>
    <ul>
      {SHADES.map((shade) => (
        <li key={shade}>
          <span className={styles.sample} data-shade={shade} aria-hidden />
          <strong>{t(`Availability.${shade}`)}</strong> {t(`Availability.${shade}_text`)}
        </li>
      ))}
      <li>
        <span className={styles.sample} data-shade="short" aria-hidden>
          !
        </span>
        <strong>{t('Availability.short')}</strong>
      </li>
    </ul>
    <span className={styles.keys}>{t('Availability.keys')}</span>
  </div>
)
