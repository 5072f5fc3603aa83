import type { ReactNode } from 'react'
import { t } from '../../messages/t.ts'
import { withFirstPage, PAGE_SIZES, type TableState } from '../../lib/table/TableState.ts'
import { IconButton } from '../button/IconButton.tsx'
import { NativeSelect } from '../field/NativeSelect.tsx'
import styles from './TableFooter.module.css'

type Props = {
  state: TableState
  onStateChange: (next: TableState) => void
  /** Undefined while the first answer is loading. */
  totalItemCount: number | undefined
  pageItemCount: number
  /** Sums. */
  children?: ReactNode
}

const figures = new Intl.NumberFormat('en')
const sizes = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }))

/** Items per page, the range shown, and the buttons for the other pages. */
export function TableFooter({ state, onStateChange, totalItemCount, pageItemCount, children }: Props) {
  const before = (state.page - 1) * state.itemsPerPage
  const isLast = totalItemCount === undefined || before + pageItemCount >= totalItemCount
  const turn = (page: number) => onStateChange({ ...state, page, openRowId: undefined })
  return (
    <div className={styles.footer}>
      <NativeSelect
        label={t('Table.items_per_page')}
        value={String(state.itemsPerPage)}
        options={sizes}
        onChange={(value) => onStateChange(withFirstPage(state, { itemsPerPage: Number(value) }))}
      />
      <span className={styles.range} role="status">
        {rangeText(before, pageItemCount, totalItemCount)}
      </span>
      {children}
      {totalItemCount !== undefined && totalItemCount > state.itemsPerPage && (
        <span className={styles.turn}>
          <IconButton
            icon="chevron-left"
            label={t('Table.previous_page')}
            size="small"
            disabled={state.page <= 1}
            onClick={() => turn(state.page - 1)}
          />
          <IconButton
            icon="chevron-right"
            label={t('Table.next_page')}
            size="small"
            disabled={isLast}
            onClick={() => turn(state.page + 1)}
          />
        </span>
      )}
    </div>
  )
}

/** `rangeText(0, 8, 1284)` → '1–8 of 1,284' */
function rangeText(before: number, count: number, total: number | undefined): string {
  if (total === undefined) return ''
  if (count === 0) return t('Table.range_none', { total: figures.format(total) })
  const range = {
    from: figures.format(before + 1),
    to: figures.format(before + count),
    total: figures.format(total),
  }
  return t('Table.range', range)
}
