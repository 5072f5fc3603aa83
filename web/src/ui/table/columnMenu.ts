import { t } from '../../messages/t.ts'
import type { Column } from '../../lib/table/Column.ts'
import type { MenuItem } from '../menu/MenuItem.ts'
import type { Density, TableLayout } from './useTableLayout.ts'

/** What a table's Columns button offers: which are shown, how dense, and back to how it was. */
export function columnMenu<Row>(
  columns: readonly Column<Row>[],
  layout: TableLayout,
  change: (part: Partial<TableLayout>) => void,
  reset: () => void,
): readonly MenuItem[] {
  const shownCount = columns.filter(({ id }) => layout.visible[id] !== false).length
  const densities = [
    { value: 'comfortable', label: t('Table.comfortable') },
    { value: 'compact', label: t('Table.compact') },
  ]
  return [
    ...columns.map(({ id, header }): MenuItem => {
      const isOn = layout.visible[id] !== false
      return {
        kind: 'toggle',
        id,
        label: header,
        isOn,
        ...(isOn && shownCount === 1 && { disabledReason: t('Table.last_column') }),
        onChange: (isShown) => change({ visible: { ...layout.visible, [id]: isShown } }),
      }
    }),
    { kind: 'separator', id: 'density-separator' },
    {
      kind: 'choice',
      id: 'density',
      label: t('Table.density'),
      value: layout.density,
      options: densities,
      onChange: (density) => change({ density: density as Density }),
    },
    { kind: 'separator', id: 'reset-separator' },
    { id: 'reset', label: t('Table.reset_columns'), icon: 'refresh', onSelect: reset },
  ]
}
