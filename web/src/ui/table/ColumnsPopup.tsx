import { tableTools } from '../../messages/en/table/tableTools.ts'
import { addMessages, t } from '../../messages/t.ts'
import type { ArrangedColumn } from '../../lib/table/Column.ts'
import { Button } from '../button/Button.tsx'
import { IconButton } from '../button/IconButton.tsx'
import { CheckboxField } from '../field/CheckboxField.tsx'
import { SegmentedField } from '../field/SegmentedField.tsx'
import { Popup, type PopupProps } from '../popup/Popup.tsx'
import { movedTo, orderedColumns } from './columns.ts'
import type { Density, TableLayout } from './columns.ts'
import styles from './ColumnsPopup.module.css'

addMessages(tableTools)

type Props = PopupProps & {
  columns: readonly ArrangedColumn[]
  layout: TableLayout
  onChange: (part: Partial<TableLayout>) => void
  onReset: () => void
}

/** Which columns are shown, in which order, and how dense the rows are. */
export default function ColumnsPopup({ columns, layout, onChange, onReset, ...popup }: Props) {
  const ordered = orderedColumns(columns, layout.order)
  const shownCount = columns.filter(({ id }) => layout.visible[id] !== false).length
  const densities = (['comfortable', 'compact'] as const).map((value) => ({
    value,
    label: t(`Table.${value}`),
  }))
  const move = (id: string, place: string | undefined) => {
    if (place !== undefined) onChange({ order: movedTo(ordered, id, place) })
  }
  return (
    <Popup
      {...popup}
      title={t('Table.columns')}
      aside={
        <Button variant="quiet" size="small" icon="refresh" onClick={onReset}>
          {t('Table.reset_columns')}
        </Button>
      }
    >
      <ul className={styles.columns}>
        {ordered.map(({ id, header }, index) => {
          const isOn = layout.visible[id] !== false
          return (
            <li key={id} className={styles.column}>
              <CheckboxField
                label={header}
                isOn={isOn}
                onChange={(isShown) => {
                  // One column stays.
                  if (isShown || shownCount > 1) onChange({ visible: { ...layout.visible, [id]: isShown } })
                }}
              />
              <span className={styles.moves}>
                <IconButton
                  icon="arrow-up"
                  size="small"
                  label={t('Table.move_up', { name: header })}
                  disabled={index === 0}
                  onClick={() => move(id, ordered[index - 1]?.id)}
                />
                <IconButton
                  icon="arrow-down"
                  size="small"
                  label={t('Table.move_down', { name: header })}
                  disabled={index === ordered.length - 1}
                  onClick={() => move(id, ordered[index + 1]?.id)}
                />
              </span>
            </li>
          )
        })}
      </ul>
      <SegmentedField
        label={t('Table.density')}
        value={layout.density}
        options={densities}
        onChange={(density) => onChange({ density: density as Density })}
      />
    </Popup>
  )
}
