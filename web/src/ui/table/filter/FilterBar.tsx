import { readableText } from '@connex/protocol'
import { lazy, Suspense, useState } from 'react'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import type { FilterField } from '../../../lib/table/Column.ts'
import { splitFilter } from '../../../lib/table/filterValue.ts'
import { withFilter, type TableState } from '../../../lib/table/TableState.ts'
import { t } from '../../../messages/t.ts'
import { Icon } from '../../icon/Icon.tsx'
import styles from './FilterBar.module.css'

const loadPopup = () => importWithRetry(() => import('./FilterPopup.tsx'))
const FilterPopup = lazy(loadPopup)
const preload = (): void => void loadPopup()

type Props = {
  fields: readonly FilterField[]
  state: TableState
  onStateChange: (next: TableState) => void
  /** How many rows the filters leave, once known. */
  count: number | undefined
}

/** An open editor: the fields of a pill or a chip, or every field. */
type Open = { title: string; fields: readonly FilterField[]; anchor: HTMLElement }

/** The table's filters: chips of the active ones, pills that add the usual ones, and a popup with all of them. */
export function FilterBar({ fields, state, onStateChange, count }: Props) {
  const [open, setOpen] = useState<Open>()
  if (fields.length === 0) return null
  const isActive = ({ id }: FilterField) => (state.filters[id]?.length ?? 0) > 0
  const active = fields.filter(isActive)
  const pills = [...Map.groupBy(fields, ({ pill = '' }) => pill)].filter(
    ([pill, members]) => pill !== '' && !members.some(isActive),
  )
  const opener = (title: string, members: readonly FilterField[]) => ({
    type: 'button' as const,
    'aria-haspopup': 'dialog' as const,
    'aria-expanded': open?.title === title,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: ({ currentTarget: anchor }: { currentTarget: HTMLElement }) =>
      setOpen(open?.title === title ? undefined : { title, fields: members, anchor }),
  })
  const all = t('Table.filter')
  return (
    <div className={styles.bar}>
      {active.length > 0 && (
        <ul className={styles.chips} aria-label={t('Table.active_filters')}>
          {active.map((field) => (
            <li key={field.id} className={styles.chip}>
              <button className={styles.edit} {...opener(field.label, [field])}>
                {field.label}: {filterText(field, state.filters[field.id] ?? [])}
              </button>
              <button
                type="button"
                className={styles.remove}
                aria-label={t('Table.remove_filter', { name: field.label })}
                onClick={() => onStateChange(withFilter(state, field.id, []))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {pills.map(([pill, members]) => (
        <button key={pill} className={styles.pill} {...opener(pill, members)}>
          <Icon name="plus" />
          {pill}
        </button>
      ))}
      <button className={styles.all} data-on={active.length > 0 || undefined} {...opener(all, fields)}>
        <Icon name="filter" />
        {all}
      </button>
      <Suspense fallback={null}>
        {open !== undefined && (
          <FilterPopup
            key={open.title}
            anchor={{ current: open.anchor }}
            title={open.title}
            fields={open.fields}
            isEvery={open.title === all}
            state={state}
            onStateChange={onStateChange}
            count={count}
            onClose={() => setOpen(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

function filterText(field: FilterField, values: readonly string[]): string {
  if (field.kind === 'day') return rangeText(values)
  return values.map((value) => valueText(field, value)).join(', ')
}

function valueText(field: FilterField, value: string): string {
  if (field.kind === 'choice')
    return field.options.find((option) => option.value === value)?.label ?? readableText(value)
  const { operator, text } = splitFilter(value)
  return `${t(`Table.operator_${operator}`).toLowerCase()} ${text}`
}

/** `rangeText(['at-least:2026-11-23', 'at-most:2026-11-27'])` → '2026-11-23 – 2026-11-27' */
function rangeText(values: readonly string[]): string {
  const [from = '', to = ''] = ['at-least', 'at-most'].map(
    (operator) => values.map(splitFilter).find((one) => one.operator === operator)?.text,
  )
  return from === to ? from : `${from} – ${to}`.trim()
}
