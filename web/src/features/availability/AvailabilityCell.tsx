import { isUsable, type Availability, type AvailabilityDay, type Closure } from '@connex/protocol'
import type { CSSProperties } from 'react'
import { formatQuantity } from '../../lib/format.ts'
import { t, tLoose } from '../../messages/t.ts'
import { formatWeekday } from '../../shared/desk/dayText.ts'
import { fillOf } from './rows.ts'
import styles from './AvailabilityCell.module.css'

type Props = {
  row: Availability
  day: AvailabilityDay
  /** The row's largest quantity. */
  scale: bigint
  closed: Closure | undefined
  /** Its place in the grid. */
  address: string
  hasFocus: boolean
  isOpen: boolean
  isNeeded: boolean
  onFocus: () => void
  onOpen: () => void
}

/** One day of one row: how much is certain, expected and possible, or that it is short. */
export function AvailabilityCell(props: Props) {
  const { row, day, scale, closed, address, hasFocus, isOpen, isNeeded, onFocus, onOpen } = props
  const { certain, expected, possible } = fillOf(day, scale)
  const isShort = day.certain.startsWith('-')
  const text = cellText(row, day)
  return (
    <span role="gridcell" className={styles.place}>
      <button
        type="button"
        className={styles.cell}
        data-cell={address}
        data-short={isShort || undefined}
        data-closed={closed !== undefined || undefined}
        data-unusable={!isUsable(row) || undefined}
        data-needed={isNeeded || undefined}
        aria-pressed={isOpen}
        aria-label={text}
        title={text}
        tabIndex={hasFocus ? 0 : -1}
        style={
          {
            '--certain': `${certain}%`,
            '--expected': `${Math.max(certain, expected)}%`,
            '--possible': `${Math.max(certain, expected, possible)}%`,
          } as CSSProperties
        }
        onFocus={onFocus}
        onClick={onOpen}
      >
        {isShort && '!'}
      </button>
    </span>
  )
}

function cellText(row: Availability, day: AvailabilityDay): string {
  const date = formatWeekday(day.date)
  const shown = (quantity: string) => formatQuantity(quantity, row.decimals)
  if (!isUsable(row) && row.registryState !== null)
    return t('Availability.cell_unusable', {
      day: date,
      state: tLoose(`RegistryState.${row.registryState}`, {}).toLowerCase(),
    })
  const [expected, possible] = [shown(day.expected), shown(day.possible)]
  return day.certain.startsWith('-')
    ? t('Availability.cell_short', { day: date, short: shown(day.certain.slice(1)), expected, possible })
    : t('Availability.cell', { day: date, certain: shown(day.certain), expected, possible })
}
