import { tableTools } from '../../messages/en/table/tableTools.ts'
import { addMessages, t } from '../../messages/t.ts'
import type { Column } from '../../lib/table/Column.ts'
import { withFirstPage, type TableState } from '../../lib/table/TableState.ts'
import { IconButton } from '../button/IconButton.tsx'
import { NativeSelect } from '../field/NativeSelect.tsx'
import styles from './CardSort.module.css'

addMessages(tableTools)

type Props<Row> = {
  /** In a table's head: what the column of cards is called, for screen readers. */
  name?: string
  columns: readonly Column<Row>[]
  state: TableState
  onStateChange: (next: TableState) => void
}

/** Sorts cards, which have no column heads to click. */
export default function CardSort<Row>({ name, columns, state, onStateChange }: Props<Row>) {
  const { sort } = state
  const order = sort?.order ?? 'asc'
  const sortBy = (next: TableState['sort']) => onStateChange(withFirstPage(state, { sort: next }))
  const choices = columns
    .filter(({ isSortable }) => isSortable)
    .map(({ id, header }) => ({ value: id, label: header }))
  if (choices.length === 0) return null
  return (
    // The keys of a list belong to it, not to the grid around it.
    <div role="presentation" className={styles.sort} onKeyDown={(event) => event.stopPropagation()}>
      {name !== undefined && <span className={styles.name}>{name}</span>}
      <NativeSelect
        label={t('Table.sort_by')}
        value={sort?.column ?? ''}
        options={[{ value: '', label: t('Table.usual_order') }, ...choices]}
        onChange={(column) => sortBy(column === '' ? undefined : { column, order })}
      />
      {sort !== undefined && (
        <IconButton
          icon={order === 'asc' ? 'arrow-up' : 'arrow-down'}
          label={t(order === 'asc' ? 'Table.sort_descending' : 'Table.sort_ascending')}
          onClick={() => sortBy({ ...sort, order: order === 'asc' ? 'desc' : 'asc' })}
        />
      )}
    </div>
  )
}
