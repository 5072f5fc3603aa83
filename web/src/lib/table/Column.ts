import type { ReactNode } from 'react'

type Options = readonly { value: string; label: string }[]

/** Filters with the same pill share a button beside the table's search: its name. All filters are in the table's popup. */
type Pill = { pill?: string }

export type ColumnFilter<Row> = Pill &
  (
    | {
        kind: 'text'
        /** Every value that the column may have, as values of this filter. */
        known?: Options
      }
    | { kind: 'quantity' }
    /** A range of days, in UTC like a value date or in the user's time zone. */
    | { kind: 'day'; zone: 'utc' | 'local' }
    | {
        kind: 'choice'
        options: Options
        /** The server takes no list for it. */
        isSingle?: boolean
        /** The row's value among the options, for lists filtered in the browser. */
        valueFor?: (row: Row) => string
      }
  )

/** One column of a table: its header, its text of a row, and how it sorts and filters. */
export type Column<Row> = {
  id: string
  header: string
  /** What its head shows in place of the header. */
  head?: ReactNode
  /** Shown if there is no cell; search, sort and export use it. */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  /** What the cell's tooltip adds; the text without it, where the cell shows less. */
  tooltip?: (row: Row) => string
  width: number
  /** Right-aligned, in figures of one width. */
  isNumeric?: boolean
  isMono?: boolean
  /** Its text takes a second line before it is cut. */
  wraps?: boolean
  isSortable?: boolean
  /** For lists sorted in the browser, if the text's order is wrong. */
  compare?: (one: Row, other: Row) => number
  filter?: ColumnFilter<Row>
  isHiddenAtFirst?: boolean
  /** Hidden beside an open panel, which shows it too: there is room for what tells the rows apart. */
  isInPanel?: boolean
  /** Stays in sight while the others scroll sideways; one column of a table. */
  isFrozen?: boolean
  /** In every exported file, shown or not: the row cannot be understood without it. */
  isAlwaysExported?: boolean
  /**
   * Its columns in an exported file, if one would mix two values, such as an amount and its currency. A function imports what the
   * screen does not need.
   */
  exported?: ExportedColumns<Row> | (() => Promise<ExportedColumns<Row>>)
  /** Its place in a card, if the table is a list of cards: the first line, or the chip beside it. */
  card?: 'title' | 'status'
}

export type ExportedColumn<Row> = Pick<Column<Row>, 'header' | 'text' | 'isNumeric'>
type ExportedColumns<Row> = readonly ExportedColumn<Row>[]

/** The parts of a column that its arrangement needs. */
export type ArrangedColumn = Pick<Column<never>, 'id' | 'header' | 'isHiddenAtFirst'>

/** A column's filter, as a form shows it. */
export type FilterField = { id: string; label: string } & Omit<ColumnFilter<never>, 'valueFor'> &
  (
    | { kind: 'text'; known?: Options }
    | { kind: 'quantity' }
    | { kind: 'day'; zone: 'utc' | 'local' }
    | { kind: 'choice'; options: Options; isSingle?: boolean }
  )

/** The editor of one filter. */
export type FilterEditorProps = {
  label: string
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

export const filterFields = <Row>(columns: readonly Column<Row>[]): FilterField[] =>
  columns.flatMap(({ id, header, filter }) =>
    filter === undefined ? [] : [{ ...filter, id, label: header }],
  )
