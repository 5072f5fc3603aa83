import { lazy, Suspense, useMemo, type ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import type { ErrorText } from '../../lib/errorText.ts'
import { filterFields, type Column } from '../../lib/table/Column.ts'
import type { TablePage } from '../../lib/table/pageLocally.ts'
import type { TableState } from '../../lib/table/TableState.ts'
import { useMediaQuery } from '../../lib/dom.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { Alert } from '../status/Alert.tsx'
import type { MenuAction, MenuItem } from '../menu/MenuItem.ts'
import type Sort from './CardSort.tsx'
import type Cards from './TableCards.tsx'
import { TableFooter } from './TableFooter.tsx'
import { TableGrid } from './TableGrid.tsx'
import { TableToolbar } from './TableToolbar.tsx'
import { useChangedRows } from './useChangedRows.ts'
import { useColumnModel, useTableLayout, type ColumnModel, type TableLayout } from './columns.ts'
import { useExport } from './export/useExport.ts'
import { useSelectedRows, type SelectedRows } from './useSelectedRows.ts'
import styles from './DataTable.module.css'

const NoRows = lazy(() => importWithRetry(() => import('./NoRows.tsx')))
const CardSort = lazy(() => importWithRetry(() => import('./CardSort.tsx'))) as typeof Sort
/** Most tables have nothing to select. */
const SelectionBar = lazy(() => importWithRetry(() => import('./SelectionBar.tsx')))
// Phones alone need the cards. React's type of a lazy component has no room for the type of a row.
const TableCards = lazy(() => importWithRetry(() => import('./TableCards.tsx'))) as typeof Cards

export type TableAnswer<Row> = {
  /** Undefined while the first answer is loading. */
  page: TablePage<Row> | undefined
  error?: ErrorText | undefined
  /** A newer answer is loading. */
  isRefreshing?: boolean
  /** The page still answers the previous query. */
  isStale?: boolean
  onRetry?: () => void
  /** Every row of the query, over all pages. */
  readAll?: (signal: AbortSignal) => Promise<readonly Row[]>
}

export type DataTableProps<Row> = {
  /** The browser stores the arrangement of the columns under this id. */
  id: string
  name: string
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  /** Changes whenever the row's content changes: the row then glows. */
  rowVersion?: (row: Row) => string
  answer: TableAnswer<Row>
  state: TableState
  onStateChange: (next: TableState) => void
  rowActions?: (row: Row) => readonly MenuItem[]
  /** The actions for selected rows; without it, rows cannot be selected. `clear` ends the selection. */
  bulkActions?: (rows: readonly Row[], clear: () => void) => readonly MenuAction[]
  /** Sums of the selected rows, beside their number; with it, rows can be selected. */
  renderSelected?: (rows: readonly Row[]) => ReactNode
  /** Whether a row can be opened in a panel. */
  canOpenRows?: boolean
  /** The panel of the open row. */
  panel?: ReactNode
  /** A row as one card, in place of its columns: on a phone or tablet, and beside an open panel. */
  card?: (row: Row) => ReactNode
  /** Whether a row waits for the viewer; such a row has a bar at its edge. */
  isYours?: (row: Row) => boolean
  /** Sums, below the rows. */
  totals?: ReactNode
  /** What would be shown here, and how to create it. */
  empty: { title: string; text: string; action?: ReactNode }
  tools?: ReactNode
}

const none: readonly never[] = []

/** The table of every screen: the server pages, sorts, filters and searches, and the address contains the state. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { id, name, columns, rowId, answer, state, onStateChange, bulkActions, renderSelected, panel } = props
  const { layout, change, reset } = useTableLayout(id, columns)
  const isPanelOpen = panel !== undefined && panel !== null
  const { model, cards } = useModels(props, isPanelOpen, layout, change)
  const { page } = answer
  const rows = page?.items ?? none
  const selection = useSelectedRows(JSON.stringify([state.search, state.filters]), rows, rowId)
  const selectedRows = (bulkActions ?? renderSelected) ? selection : undefined
  const exporting = useExport({
    name,
    columns,
    shown: model.shown,
    rowId,
    readAll: answer.readAll,
    totalItemCount: page?.totalItemCount,
  })
  return (
    <div className={styles.layout} data-panel={isPanelOpen ? '' : undefined}>
      <section className={styles.card} aria-label={name}>
        <TableToolbar
          name={name}
          columns={columns}
          state={state}
          onStateChange={onStateChange}
          id={id}
          layout={layout}
          onLayoutChange={change}
          onLayoutReset={reset}
          exporting={exporting}
          totalItemCount={page?.totalItemCount}
          over={
            selectedRows && (
              <Suspense fallback={null}>
                <SelectionBar
                  count={selection.rows.length}
                  sums={renderSelected?.(selection.rows)}
                  actions={bulkActions?.(selection.rows, selection.clear) ?? none}
                  onClear={selection.clear}
                />
              </Suspense>
            )
          }
        >
          {props.tools}
        </TableToolbar>
        <div className={styles.refresh} data-on={answer.isRefreshing || undefined} />
        <TableContent
          {...props}
          model={model}
          cards={cards}
          density={layout.density}
          selectedRows={selectedRows}
        />
        <TableFooter
          state={state}
          onStateChange={onStateChange}
          totalItemCount={page?.totalItemCount}
          pageItemCount={rows.length}
        >
          {props.totals}
        </TableFooter>
      </section>
      {isPanelOpen && <div className={styles.panel}>{panel}</div>}
    </div>
  )
}

/** The columns, and the one column of cards where a narrow window or an open panel leaves no room for them. */
function useModels<Row>(
  props: DataTableProps<Row>,
  isPanelOpen: boolean,
  layout: TableLayout,
  onLayoutChange: (part: Partial<TableLayout>) => void,
): { model: ColumnModel<Row>; cards: ColumnModel<Row> | undefined } {
  const { columns, card } = props
  const hasRoom = useMediaQuery('(min-width: 1900px)')
  const isNarrow = useMediaQuery('(max-width: 900px)')
  const isBesidePanel = isPanelOpen && !hasRoom
  const wanted = useMemo(
    () => (isBesidePanel ? columns.filter((one) => one.isInPanel !== true) : columns),
    [columns, isBesidePanel],
  )
  const model = useColumnModel(wanted, layout, onLayoutChange)
  const cards = useColumnModel(useCardColumn(props), layout, onLayoutChange)
  return { model, cards: (isBesidePanel || isNarrow) && card !== undefined ? cards : undefined }
}

type ContentProps<Row> = DataTableProps<Row> & {
  model: ColumnModel<Row>
  cards: ColumnModel<Row> | undefined
  density: TableLayout['density']
  selectedRows: SelectedRows<Row> | undefined
}

/** The rows, or why there are none. */
function TableContent<Row>(props: ContentProps<Row>) {
  const { name, columns, rowId, rowVersion, answer, state, onStateChange, rowActions, card } = props
  const { model, selectedRows, canOpenRows = false } = props
  const isPhone = useMediaQuery('(max-width: 720px)')
  const { page, error, isStale } = answer
  const versions = useMemo(
    () => versionsOf(isStale ? undefined : page, rowId, rowVersion),
    [page, isStale, rowId, rowVersion],
  )
  const { openRowId: _, ...query } = state
  const glowing = useChangedRows(JSON.stringify(query), versions)
  if (error !== undefined && page === undefined) return <ErrorState {...error} onRetry={answer.onRetry} />
  const rows = page?.items
  const shared = {
    name,
    state,
    onStateChange,
    rows,
    rowId,
    glowing,
    canOpenRows,
    selectedRows,
    rowActions,
  }
  return (
    <>
      {error !== undefined && (
        <div className={styles.old}>
          <Alert tone="attention" title={t('Table.old')} isLive>
            {error.title}
          </Alert>
        </div>
      )}
      {rows?.length === 0 ? (
        <Suspense fallback={null}>
          <NoRows
            totalItemCount={page?.totalItemCount ?? 0}
            state={state}
            onStateChange={onStateChange}
            isFiltered={isFiltered(columns, state)}
            empty={props.empty}
          />
        </Suspense>
      ) : isPhone ? (
        <Suspense fallback={null}>
          <TableCards
            {...shared}
            columns={model.shown}
            head={sortOf({ columns, state, onStateChange })}
            card={card}
          />
        </Suspense>
      ) : (
        <TableGrid
          {...shared}
          model={props.cards ?? model}
          density={props.density}
          isYours={props.isYours}
          totalItemCount={page?.totalItemCount}
        />
      )}
    </>
  )
}

/** Beside an open panel, which leaves no room for the columns, each row is one cell with a card. */
const useCardColumn = <Row,>({
  card,
  name,
  columns,
  state,
  onStateChange,
}: DataTableProps<Row>): readonly Column<Row>[] =>
  useMemo(
    () =>
      card === undefined
        ? []
        : [
            {
              id: 'card',
              header: name,
              head: sortOf({ name, columns, state, onStateChange }),
              width: 400,
              text: () => '',
              cell: card,
            },
          ],
    [card, name, columns, state, onStateChange],
  )

/** How cards are sorted. `name`: only in a table's head. */
const sortOf = <Row,>(
  props: Pick<DataTableProps<Row>, 'columns' | 'state' | 'onStateChange'> & { name?: string },
): ReactNode => (
  <Suspense fallback={null}>
    <CardSort {...props} />
  </Suspense>
)

function versionsOf<Row>(
  page: TablePage<Row> | undefined,
  rowId: (row: Row) => string,
  rowVersion: ((row: Row) => string) | undefined,
): ReadonlyMap<string, string> | undefined {
  if (page === undefined || rowVersion === undefined) return undefined
  return new Map(page.items.map((row) => [rowId(row), rowVersion(row)]))
}

const isFiltered = <Row,>(columns: readonly Column<Row>[], { search, filters }: TableState): boolean =>
  search !== '' || filterFields(columns).some(({ id }) => filters[id] !== undefined)
