import type { ReactNode } from 'react'

export type ColumnFilter<Row> =
  | { kind: 'text' }
  | { kind: 'quantity' }
  /** From a day to a day: of UTC, as a value date is, or as the user's clock has them. */
  | { kind: 'day'; zone: 'utc' | 'local' }
  | {
      kind: 'choice'
      options: readonly { value: string; label: string }[]
      /** One value at most, where the server takes no list. */
      isSingle?: boolean
      /** The row's value among the options, for lists that are filtered in the browser. */
      valueFor?: (row: Row) => string
    }

/** One column of a table: what it is called, what it says of a row, and what may be asked of it. */
export type Column<Row> = {
  id: string
  header: string
  /** What it says, in words: shown where there is no cell, and what search, sort and export go by. */
  text: (row: Row) => string
  cell?: (row: Row) => ReactNode
  width: number
  /** Numbers stand right, in figures of one width. */
  isNumeric?: boolean
  isMono?: boolean
  isSortable?: boolean
  /** For lists that are sorted in the browser and not by their words. */
  compare?: (one: Row, other: Row) => number
  filter?: ColumnFilter<Row>
  isHiddenAtFirst?: boolean
  /** In every file, whether it is shown or not: what the row cannot be understood without. */
  isAlwaysExported?: boolean
  /** Its columns in a file, where one would mix what belongs apart, such as an amount and its currency. */
  exported?: readonly ExportedColumn<Row>[]
  /** Its part in a card, where the table is a list of cards: the first line, or the chip beside it. */
  card?: 'title' | 'status'
}

export type ExportedColumn<Row> = Pick<Column<Row>, 'header' | 'text' | 'isNumeric'>

/** What of a column can be arranged. */
export type ArrangedColumn = Pick<Column<never>, 'id' | 'header' | 'isHiddenAtFirst'>

/** A column's filter by itself, as a form shows it. */
export type FilterField = { id: string; label: string } & (
  | { kind: 'text' | 'quantity' | 'day' }
  | { kind: 'choice'; options: readonly { value: string; label: string }[]; isSingle?: boolean }
)

export const filterFields = <Row>(columns: readonly Column<Row>[]): FilterField[] =>
  columns.flatMap(({ id, header, filter }) =>
    filter === undefined ? [] : [{ ...filter, id, label: header }],
  )
