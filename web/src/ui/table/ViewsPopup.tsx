import { useState } from 'react'
import { tableTools } from '../../messages/en/table/tableTools.ts'
import { addMessages, t } from '../../messages/t.ts'
import type { ArrangedColumn } from '../../lib/table/Column.ts'
import { searchOfTable, tableStateOf, type TableState, type UrlSearch } from '../../lib/table/TableState.ts'
import { useSavedViews, VIEW_NAME_LENGTH, type SavedView } from '../../lib/table/useSavedViews.ts'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { Skeleton } from '../feedback/Skeleton.tsx'
import box from '../field/Field.module.css'
import { Alert } from '../status/Alert.tsx'
import { Popup, type PopupProps } from '../popup/Popup.tsx'
import { layoutOf, type TableLayout } from './columns.ts'
import styles from './ViewsPopup.module.css'

addMessages(tableTools)

type Props = PopupProps & {
  tableId: string
  columns: readonly ArrangedColumn[]
  filterIds: readonly string[]
  state: TableState
  layout: TableLayout
  onStateChange: (next: TableState) => void
  onLayoutChange: (layout: TableLayout) => void
}

/** Saved views: search, filters, sorting and columns under a name. */
export default function ViewsPopup(props: Props) {
  const { tableId, columns, filterIds, state, layout, onStateChange, onLayoutChange, anchor, onClose } = props
  const { views, isFailed, isBusy, save, remove } = useSavedViews(tableId)
  const [name, setName] = useState('')
  const [removed, setRemoved] = useState<SavedView>()
  const isKnown = views?.some((view) => view.name === name.trim()) === true
  const show = (preset: unknown) => {
    const { search, layout: saved } = partsOf(preset)
    onLayoutChange(layoutOf(saved, columns))
    onStateChange(tableStateOf(search, filterIds))
    onClose()
  }
  const saveView = () => {
    const { page: _page, row: _row, ...search } = searchOfTable(state)
    void save({ name: name.trim(), preset: { search, layout } }).then(() => setName(''), ignore)
  }
  return (
    <Popup anchor={anchor} onClose={onClose} title={t('Table.views')}>
      {isFailed && (
        <Alert tone="attention" title={t('Table.views_failure')} isLive>
          {t('Table.views_failure_text')}
        </Alert>
      )}
      {views === undefined && !isFailed && <Skeleton width="long" />}
      {views?.length === 0 && <p className={styles.none}>{t('Table.views_none')}</p>}
      {views !== undefined && views.length > 0 && (
        <ul className={styles.views}>
          {views.map((view) => (
            <li key={view.name} className={styles.view}>
              <button type="button" className={styles.show} onClick={() => show(view.preset)}>
                {view.name}
              </button>
              <IconButton
                icon="close"
                size="small"
                label={t('Table.view_remove', { name: view.name })}
                onClick={() => void remove(view.name).then(() => setRemoved(view), ignore)}
              />
            </li>
          ))}
        </ul>
      )}
      {removed !== undefined && (
        <p className={styles.removed} role="status">
          {t('Table.view_removed', { name: removed.name })}
          <Button
            size="small"
            isBusy={isBusy}
            onClick={() => void save(removed).then(() => setRemoved(undefined), ignore)}
          >
            {t('Table.view_restore')}
          </Button>
        </p>
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') saveView()
        }}
      >
        <div className={box.box} data-size="small">
          <input
            className={box.input}
            aria-label={t('Table.view_name')}
            placeholder={t('Table.view_name')}
            maxLength={VIEW_NAME_LENGTH}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </div>
        <Button
          type="submit"
          size="small"
          isBusy={isBusy}
          disabledReason={name.trim() === '' ? t('Table.view_needs_name') : undefined}
        >
          {t(isKnown ? 'Table.view_replace' : 'Table.view_save')}
        </Button>
      </form>
    </Popup>
  )
}

/** The alert reports the failure. */
const ignore = () => undefined

function partsOf(preset: unknown): { search: UrlSearch; layout: unknown } {
  if (typeof preset !== 'object' || preset === null) return { search: {}, layout: undefined }
  const { search, layout } = preset as { search?: unknown; layout?: unknown }
  return { search: isSearch(search) ? search : {}, layout }
}

const isSearch = (value: unknown): value is UrlSearch =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (one) => typeof one === 'string' || (Array.isArray(one) && one.every((part) => typeof part === 'string')),
  )
