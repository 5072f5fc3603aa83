import { QUANTITY_OPERATORS } from '@connex/protocol'
import { useId } from 'react'
import { isDay, todayUtc } from '../../../lib/format.ts'
import { dayRanges } from '../../../lib/table/dayRanges.ts'
import { splitFilter, type QuantityOperator } from '../../../lib/table/filterValue.ts'
import { t } from '../../../messages/t.ts'
import { DayInput } from '../../field/DayInput.tsx'
import { Icon } from '../../icon/Icon.tsx'
import type { FilterEditorProps } from '../../../lib/table/Column.ts'
import styles from './FilterPopup.module.css'

const boundOf = (values: readonly string[], operator: QuantityOperator): string =>
  values.map(splitFilter).find((one) => one.operator === operator)?.text ?? ''

/** A first and a last day, both included. */
export function DayRangeFilter({ label, values, onChange }: FilterEditorProps) {
  const id = useId()
  const apply = (operator: QuantityOperator, day: string) => {
    const others = values.filter((value) => splitFilter(value).operator !== operator)
    if (day === '' || isDay(day)) onChange(day === '' ? others : [...others, `${operator}:${day}`])
  }
  return (
    <div role="group" aria-label={label} className={styles.part}>
      <span className={styles.caption} aria-hidden>
        {label}
      </span>
      <div className={styles.days}>
        {QUANTITY_OPERATORS.map((operator) => (
          <div key={operator} className={styles.day}>
            <label htmlFor={`${id}-${operator}`}>{t(`Table.day_${operator}`)}</label>
            <DayInput
              id={`${id}-${operator}`}
              size="small"
              value={boundOf(values, operator)}
              onChange={(day) => apply(operator, day)}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Today's date in the user's time zone. */
const todayHere = (): string => new Date().toLocaleDateString('sv')

/** The usual ranges first, then any other. Dates of value lie ahead, dates of creation behind. */
export function DayFilter({ zone, ...props }: FilterEditorProps & { zone: 'utc' | 'local' }) {
  const { values, onChange } = props
  const ranges = zone === 'utc' ? dayRanges(todayUtc(), 'ahead') : dayRanges(todayHere(), 'behind')
  const [first, last] = [boundOf(values, 'at-least'), boundOf(values, 'at-most')]
  return (
    <>
      <div className={styles.ranges}>
        {ranges.map(({ id, from, to }) => {
          const isOn = first === from && last === to
          return (
            <button
              key={id}
              type="button"
              className={styles.range}
              aria-pressed={isOn}
              onClick={() => onChange(isOn ? [] : [`at-least:${from}`, `at-most:${to}`])}
            >
              {t(`Table.range_${id}`)}
              {isOn && <Icon name="check" />}
            </button>
          )
        })}
      </div>
      <DayRangeFilter {...props} />
    </>
  )
}
