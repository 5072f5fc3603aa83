import type { Availability } from '@connex/protocol'
import { useMemo } from 'react'
import { formatQuantity } from '../../lib/format.ts'
import type { Column } from '../../lib/table/Column.ts'
import { useCustodianName } from '../../lib/custodianName.ts'
import { unitText } from '../../lib/units.ts'
import { t, tLoose } from '../../messages/t.ts'
import { formatWeekday } from '../../shared/desk/dayText.ts'
import { CheckboxField } from '../../ui/field/CheckboxField.tsx'
import { NativeSelect } from '../../ui/field/NativeSelect.tsx'
import { ExportMenu } from '../../ui/table/export/ExportMenu.tsx'
import { useExport } from '../../ui/table/export/useExport.ts'
import { meansFor, rowKey, type Means, type Need, type ShownDay } from './rows.ts'
import styles from './AvailabilityTools.module.css'

type Props = {
  rows: readonly Availability[]
  days: readonly ShownDay[]
  need: Need | undefined
  onNeed: (need: Need | undefined) => void
  isShortOnly: boolean
  onShortOnly: (isShortOnly: boolean) => void
}

/** A filter, a need, and the export. */
export function AvailabilityTools({ rows, days, need, onNeed, isShortOnly, onShortOnly }: Props) {
  const [, ...later] = days
  const next = later.find(({ closed }) => closed === undefined) ?? later[0]
  const day = need?.day ?? next?.date ?? ''
  const change = (changed: Partial<Need>) => {
    const needed = { day, quantity: need?.quantity ?? '', ...changed }
    onNeed(needed.quantity.trim() === '' ? undefined : needed)
  }
  return (
    <div className={styles.tools}>
      <CheckboxField label={t('Availability.short_only')} isOn={isShortOnly} onChange={onShortOnly} />
      <div className={styles.need}>
        <label className={styles.quantity}>
          {t('Availability.need')}
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            aria-label={t('Availability.need_quantity')}
            value={need?.quantity ?? ''}
            onChange={(event) => change({ quantity: event.currentTarget.value })}
          />
        </label>
        <NativeSelect
          label={t('Availability.need_day')}
          value={day}
          options={days.map(({ date }) => ({ value: date, label: formatWeekday(date) }))}
          onChange={(date) => change({ day: date })}
        />
      </div>
      <p className={styles.found} role="status">
        {need !== undefined && foundText(rows.map((row) => meansFor(row, need)))}
      </p>
      <ExportButton rows={rows} />
    </div>
  )
}

/** '3 rows have enough: 1 certain, 2 expected, 0 possible' */
function foundText(found: readonly (Means | undefined)[]): string {
  if (found.every((means) => means === undefined)) return t('Availability.need_hint')
  const countOf = (means: Means) => found.filter((one) => one === means).length
  const [certain, expected, possible] = [countOf('certain'), countOf('expected'), countOf('possible')]
  return t('Availability.need_count', { count: certain + expected + possible, certain, expected, possible })
}

type DayRow = { row: Availability; custodian: string; day: Availability['days'][number] }

function ExportButton({ rows }: Pick<Props, 'rows'>) {
  const custodianName = useCustodianName()
  const dayRows = useMemo(
    () => rows.flatMap((row) => row.days.map((day): DayRow => ({ row, day, custodian: custodianName(row) }))),
    [rows, custodianName],
  )
  const exporting = useExport<DayRow>({
    name: t('Availability.title'),
    columns: COLUMNS(),
    shown: COLUMNS(),
    rowId: ({ row, day }) => `${rowKey(row)}.${day.date}`,
    readAll: dayRows.length === 0 ? undefined : () => Promise.resolve(dayRows),
    totalItemCount: dayRows.length,
  })
  return (
    <div className={styles.export}>
      <ExportMenu exporting={exporting} />
    </div>
  )
}

const quantity = (id: 'certain' | 'expected' | 'possible'): Column<DayRow> => ({
  id,
  header: t(`Availability.column_${id}`),
  text: ({ row, day }) => formatQuantity(day[id], row.decimals),
  width: 120,
  isNumeric: true,
})

/** One line for each day, as the command line writes it. */
const COLUMNS = (): Column<DayRow>[] => [
  {
    id: 'identifier',
    header: t('Availability.instrument'),
    text: ({ row }) => row.identifier ?? '',
    width: 140,
  },
  { id: 'label', header: t('Availability.column_name'), text: ({ row }) => row.label ?? '', width: 200 },
  { id: 'custodian', header: t('Availability.custodian'), text: ({ custodian }) => custodian, width: 160 },
  { id: 'day', header: t('Availability.day'), text: ({ day }) => day.date, width: 100 },
  quantity('certain'),
  quantity('expected'),
  quantity('possible'),
  { id: 'unit', header: t('Availability.unit'), text: ({ row }) => unitText(row.unit), width: 80 },
  {
    id: 'registry',
    header: t('Availability.registry'),
    text: ({ row }) => (row.registryState === null ? '' : tLoose(`RegistryState.${row.registryState}`, {})),
    width: 100,
  },
]
