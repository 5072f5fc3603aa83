import { useState, type ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import type { Column } from '../../lib/table/Column.ts'
import type { TableState } from '../../lib/table/TableState.ts'
import { cx } from '../../lib/dom.ts'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Checkbox } from '../field/Checkbox.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import { Menu, preloadMenu } from '../menu/Menu.tsx'
import type { MenuAction, MenuItem } from '../menu/MenuItem.ts'
import type { SelectedRows } from './useSelectedRows.ts'
import { cellOf } from './TableRow.tsx'
import styles from './TableCards.module.css'

type Props<Row> = {
  name: string
  columns: readonly Column<Row>[]
  state: TableState
  onStateChange: (next: TableState) => void
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  glowing: ReadonlyMap<string, number>
  canOpenRows: boolean
  selectedRows: SelectedRows<Row> | undefined
  rowActions: ((row: Row) => readonly MenuItem[]) | undefined
  /** Above the cards. */
  head: ReactNode
  /** In place of the columns. */
  card: ((row: Row) => ReactNode) | undefined
}

/** The table on a phone: one card for each row. */
export default function TableCards<Row>(props: Props<Row>) {
  const { name, columns, state, onStateChange, rows, rowId, glowing, canOpenRows, selectedRows, rowActions } =
    props
  const { head, card } = props
  const [menu, setMenu] = useState<{ row: Row; anchor: HTMLElement }>()
  if (rows === undefined) return <SkeletonCards />
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const status = columns.find((column) => column.card === 'status')
  const details = columns.filter((column) => column !== title && column !== status)
  return (
    <>
      <div className={styles.head}>{head}</div>
      <ul className={styles.cards} aria-label={name}>
        {rows.map((row, index) => {
          const id = rowId(row)
          const next = card && rowActions?.(row).find(isNext)
          return (
            <li
              key={id}
              className={cx(styles.card, glowing.has(id) && styles.glowing)}
              data-own={card && ''}
              data-marks={selectedRows && ''}
              data-next={next && ''}
            >
              <div className={styles.top}>
                {selectedRows !== undefined && (
                  <Checkbox
                    label={t('Table.mark_row')}
                    isChecked={selectedRows.has(id)}
                    onChange={() => selectedRows.toggle(index, false)}
                    className={styles.mark}
                  />
                )}
                {title !== undefined && (
                  <CardTitle
                    isMono={title.isMono === true}
                    onOpen={canOpenRows ? () => onStateChange({ ...state, openRowId: id }) : undefined}
                  >
                    {card === undefined ? cellOf(title, row) : card(row)}
                  </CardTitle>
                )}
                {rowActions !== undefined && (
                  <IconButton
                    icon="more"
                    label={t('Table.row_actions')}
                    aria-haspopup="menu"
                    aria-expanded={menu?.row === row}
                    onPointerEnter={preloadMenu}
                    onClick={(event) => setMenu({ row, anchor: event.currentTarget })}
                  />
                )}
              </div>
              {next !== undefined && (
                <span className={styles.next}>
                  <Button size="small" disabledReason={next.disabledReason} onClick={next.onSelect}>
                    {next.label}
                  </Button>
                </span>
              )}
              {card === undefined && status !== undefined && (
                <div className={styles.status}>{cellOf(status, row)}</div>
              )}
              {card === undefined && <Facts columns={details} row={row} />}
            </li>
          )
        })}
      </ul>
      <Menu
        anchor={menu?.anchor ?? null}
        label={t('Table.row_actions')}
        align="end"
        items={menu === undefined ? [] : (rowActions?.(menu.row) ?? [])}
        onClose={() => setMenu(undefined)}
      />
    </>
  )
}

const isNext = (item: MenuItem): item is MenuAction => 'isNext' in item && item.isNext

function CardTitle({
  children,
  isMono,
  onOpen,
}: {
  children: ReactNode
  isMono: boolean
  onOpen: (() => void) | undefined
}) {
  const look = cx(styles.title, isMono && styles.mono)
  if (onOpen === undefined) return <strong className={look}>{children}</strong>
  return (
    <button type="button" className={cx(look, styles.open)} onClick={onOpen}>
      {children}
    </button>
  )
}

function Facts<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return (
    <dl className={styles.facts}>
      {columns.map((column) => {
        if (column.text(row) === '') return null
        return (
          <div key={column.id} className={styles.fact}>
            <dt>{column.header}</dt>
            <dd data-mono={column.isMono || undefined}>{cellOf(column, row)}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function SkeletonCards() {
  return (
    <div className={styles.cards} aria-busy>
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <div key={key} className={styles.card} aria-hidden>
          <Skeleton width="long" />
          <p>
            <Skeleton width="medium" />
          </p>
          <Skeleton width="full" />
        </div>
      ))}
    </div>
  )
}
