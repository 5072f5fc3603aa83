import { readableText } from '@connex/protocol'
import { memo, type ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import type { Column } from '../../lib/table/Column.ts'
import { cx } from '../../lib/dom.ts'
import { Checkbox } from '../field/Checkbox.tsx'
import { AlignedFigure } from '../text/Figure.tsx'
import { Icon } from '../icon/Icon.tsx'
import { preloadMenu } from '../menu/Menu.tsx'
import styles from './TableGrid.module.css'

type Props<Row> = {
  row: Row
  index: number
  /** The row's number among all rows, from 2: the header is the first. */
  gridIndex: number
  columns: readonly Column<Row>[]
  isActive: boolean
  /** Undefined if rows have no panel. */
  isOpen: boolean | undefined
  /** Undefined if rows cannot be selected. */
  isSelected: boolean | undefined
  isGlowing: boolean
  /** It waits for the viewer. */
  isYours: boolean
  hasActions: boolean
  isMenuOpen: boolean
  onMenu: (index: number, anchor: HTMLElement) => void
  /** Measures a virtual row; undefined if all rows are in the document. */
  measure: ((row: HTMLElement | null) => void) | undefined
}

function PlainTableRow<Row>(props: Props<Row>) {
  const {
    row,
    index,
    gridIndex,
    columns,
    isActive,
    isOpen,
    isSelected,
    isGlowing,
    isYours,
    hasActions,
    isMenuOpen,
    onMenu,
    measure,
  } = props
  return (
    <tr
      ref={measure}
      className={cx(styles.row, isOpen !== undefined && styles.selectable, isGlowing && styles.glowing)}
      data-row={index}
      data-yours={isYours || undefined}
      aria-rowindex={gridIndex}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      tabIndex={isActive ? 0 : -1}
    >
      {hasActions && (
        <td className={styles.actions} tabIndex={-1}>
          {isSelected !== undefined && (
            <Checkbox label={t('Table.mark_row')} isChecked={isSelected} className={styles.mark} />
          )}
          <button
            type="button"
            className={styles.more}
            tabIndex={-1}
            aria-label={t('Table.row_actions')}
            data-whole={t('Table.row_actions')}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            onPointerEnter={preloadMenu}
            onFocus={preloadMenu}
            onClick={(event) => onMenu(index, event.currentTarget)}
          >
            <Icon name="more" />
          </button>
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.id}
          className={cx(
            styles.cell,
            column.isNumeric && styles.numeric,
            column.isMono && styles.mono,
            column.isFrozen && styles.frozen,
          )}
          tabIndex={-1}
          data-whole={readableText((column.tooltip ?? column.text)(row))}
        >
          {cellOf(column, row)}
        </td>
      ))}
    </tr>
  )
}

/** A column's cell of a row, or its text, a number with all its digits. */
export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.cell !== undefined) return column.cell(row)
  const text = readableText(column.text(row))
  if (column.isNumeric) return <AlignedFigure text={text} />
  return column.wraps ? <span className={styles.lines}>{text}</span> : text
}

export const TableRow = memo(PlainTableRow) as typeof PlainTableRow
