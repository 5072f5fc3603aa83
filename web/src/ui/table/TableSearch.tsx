import { useEffect, useId, useRef, useState } from 'react'
import { SEARCH_MINIMUM } from '@connex/protocol'
import { t } from '../../messages/t.ts'
import { withFirstPage, type TableState } from '../../lib/table/TableState.ts'
import { useShortcut } from '../../lib/useShortcut.ts'
import { Icon } from '../icon/Icon.tsx'
import field from '../field/Field.module.css'
import styles from './TableSearch.module.css'

const PAUSE_MS = 250

type Props = { name: string; state: TableState; onStateChange: (next: TableState) => void }

/** Searches all columns, from three characters on, a moment after the last key. */
export function TableSearch({ name, state, onStateChange }: Props) {
  // Typed but not yet applied; undefined while the field shows the table's search.
  const [draft, setDraft] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const text = draft ?? state.search
  const isTooShort = text.trim() !== '' && text.trim().length < SEARCH_MINIMUM
  useShortcut('/', () => input.current?.focus())
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = (typed: string) => {
    clearTimeout(timer.current)
    setDraft(undefined)
    if (typed.trim() !== state.search) onStateChange(withFirstPage(state, { search: typed.trim() }))
  }
  const type = (typed: string) => {
    setDraft(typed)
    clearTimeout(timer.current)
    // A text that is too short ends the previous search, so that the rows never answer another text.
    const isEnough = typed.trim().length >= SEARCH_MINIMUM
    if (isEnough || typed.trim() === '') timer.current = setTimeout(() => apply(typed), PAUSE_MS)
    else if (state.search !== '') onStateChange(withFirstPage(state, { search: '' }))
  }
  return (
    <div className={styles.search}>
      <div className={field.box} data-size="small">
        <Icon name="search" />
        <input
          ref={input}
          type="search"
          className={field.input}
          value={text}
          placeholder={t('Table.search', { name: name.toLowerCase() })}
          aria-label={t('Table.search', { name: name.toLowerCase() })}
          aria-describedby={noteId}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isTooShort) apply(text)
            if (event.key === 'Escape' && text !== '') {
              event.preventDefault()
              apply('')
            }
          }}
        />
        {text === '' ? (
          <kbd className={styles.key} aria-hidden>
            /
          </kbd>
        ) : (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('Table.clear_search')}
            onClick={() => apply('')}
          >
            <Icon name="close" />
          </button>
        )}
      </div>
      <span id={noteId} className={styles.note} role="status">
        {isTooShort ? t('Table.search_minimum', { minimum: SEARCH_MINIMUM }) : ''}
      </span>
    </div>
  )
}
