import type { ReactNode } from 'react'
import { withFirstPage, type TableState } from '../../lib/table/TableState.ts'
import { tableTools } from '../../messages/en/table/tableTools.ts'
import { addMessages, t } from '../../messages/t.ts'
import { Button } from '../button/Button.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'

addMessages(tableTools)

type Props = {
  /** Of all pages. */
  totalItemCount: number
  state: TableState
  onStateChange: (next: TableState) => void
  /** Whether a search or a filter leaves rows out. */
  isFiltered: boolean
  /** What would be shown here, and how to create it. */
  empty: { title: string; text: string; action?: ReactNode }
}

/** No rows: the page is past the end, nothing was found, or there is nothing yet. */
export default function NoRows({ totalItemCount, state, onStateChange, isFiltered, empty }: Props) {
  if (totalItemCount > 0)
    return (
      <EmptyState
        title={t('Table.past_end')}
        action={
          <Button onClick={() => onStateChange(withFirstPage(state, {}))}>{t('Table.first_page')}</Button>
        }
      />
    )
  if (isFiltered)
    return (
      <EmptyState
        icon="search"
        title={t('Table.nothing_found')}
        action={
          <Button onClick={() => onStateChange(withFirstPage(state, { search: '', filters: {} }))}>
            {t('Table.clear_question')}
          </Button>
        }
      >
        {t('Table.nothing_found_text')}
      </EmptyState>
    )
  return (
    <EmptyState title={empty.title} action={empty.action}>
      {empty.text}
    </EmptyState>
  )
}
