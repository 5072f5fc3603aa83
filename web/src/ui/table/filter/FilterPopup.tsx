import { tableTools } from '../../../messages/en/table/tableTools.ts'
import { addMessages, t } from '../../../messages/t.ts'
import type { FilterEditorProps, FilterField } from '../../../lib/table/Column.ts'
import { withFirstPage, withFilter, type TableState } from '../../../lib/table/TableState.ts'
import { Button } from '../../button/Button.tsx'
import { Popup, type PopupProps } from '../../popup/Popup.tsx'
import { ChoiceFilter, ListFilter } from './ChoiceFilter.tsx'
import { DayFilter, DayRangeFilter } from './DayFilter.tsx'
import { QuantityFilter, TextFilter } from './TypedFilter.tsx'
import styles from './FilterPopup.module.css'

addMessages(tableTools)

type Props = PopupProps & {
  title: string
  fields: readonly FilterField[]
  /** Every field of the table, each in one line; otherwise the fields of one pill. */
  isEvery: boolean
  state: TableState
  onStateChange: (next: TableState) => void
  /** How many rows the filters leave, once known. */
  count: number | undefined
}

/** The editors of filters. A choice takes effect at once; typed text a moment after the last key, and on blur. */
export default function FilterPopup(props: Props) {
  const { anchor, onClose, title, fields, isEvery, state, onStateChange, count } = props
  const ids = new Set(fields.map(({ id }) => id))
  const clear = () => {
    const others = Object.entries(state.filters).filter(([id]) => !ids.has(id))
    onStateChange(withFirstPage(state, { filters: Object.fromEntries(others) }))
  }
  return (
    <Popup
      anchor={anchor}
      onClose={onClose}
      title={title}
      width={isEvery ? 'wide' : 'narrow'}
      align="start"
      aside={
        <Button variant="quiet" size="small" onClick={clear}>
          {t(isEvery ? 'Table.clear_filters' : 'Table.clear_filter')}
        </Button>
      }
      sheetFooter={
        <Button variant="primary" size="large" isWide onClick={onClose}>
          {count === undefined
            ? t('Table.show_all')
            : t(count === 1 ? 'Table.show_rows_one' : 'Table.show_rows', {
                count: count.toLocaleString('en'),
              })}
        </Button>
      }
    >
      <div className={styles.fields} data-every={isEvery || undefined}>
        {fields.map((field) => (
          <FilterEditor
            key={field.id}
            field={field}
            isEvery={isEvery}
            values={state.filters[field.id] ?? []}
            onChange={(values) => onStateChange(withFilter(state, field.id, values))}
          />
        ))}
      </div>
    </Popup>
  )
}

type FieldProps = Omit<FilterEditorProps, 'label'> & { field: FilterField; isEvery: boolean }

function FilterEditor({ field, isEvery, values, onChange }: FieldProps) {
  const { label } = field
  const shared = { label, values, onChange }
  switch (field.kind) {
    case 'choice':
      return isEvery ? (
        <ChoiceFilter {...shared} options={field.options} isSingle={field.isSingle} />
      ) : (
        <ListFilter {...shared} options={field.options} isSingle={field.isSingle} />
      )
    case 'text':
      return isEvery || field.known === undefined ? (
        <TextFilter {...shared} />
      ) : (
        <ListFilter {...shared} options={field.known} isSingle />
      )
    case 'quantity':
      return <QuantityFilter {...shared} />
    default:
      return isEvery ? <DayRangeFilter {...shared} /> : <DayFilter {...shared} zone={field.zone} />
  }
}
