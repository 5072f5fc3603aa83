import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
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
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const text = draft ?? state.search
  const isTooShort = text.trim() !== '' && text.trim().length < SEARCH_MINIMUM
  useShortcut('/', () => input.current?.focus())
  const apply = (typed: string) => {
    setDraft(undefined)
    const search = typed.trim()
    // A row opened since the last key stays open.
    if (search !== state.search)
      onStateChange({ ...withFirstPage(state, { search }), openRowId: state.openRowId })
  }
  const applyLater = useEffectEvent(apply)
  useEffect(() => {
    const isEnough = draft !== undefined && (draft.trim() === '' || draft.trim().length >= SEARCH_MINIMUM)
    const timer = isEnough ? setTimeout(() => applyLater(draft), PAUSE_MS) : undefined
    return () => clearTimeout(timer)
  }, [draft])
  const type = (typed: string) => {
    setDraft(typed)
    const isShort = typed.trim() !== '' && typed.trim().length < SEARCH_MINIMUM
    // A text that is too short ends the previous search, so that the rows never answer another text.
    const search = isShort ? '' : state.search
    if (search !== state.search || state.openRowId !== undefined)
      onStateChange(withFirstPage(state, { search }))
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
            // Into the rows, once they answer the text.
            if (event.key === 'ArrowDown' && draft === undefined) {
              event.preventDefault()
              document.querySelector<HTMLElement>('[role=grid] tr[tabindex="0"]')?.focus()
            }
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
