import { closedDays } from '../../messages/en/closedDays.ts'
import { addMessages, t } from '../../messages/t.ts'
import { businessDayFrom, type ClosedBecause } from '@connex/protocol'
import { formatIsoDay, weekdayOf } from '../../lib/format.ts'
import styles from './ClosedDayText.module.css'

addMessages(closedDays)

export type ClosedDayProps = { day: string; disabled: boolean; onChange: (day: string) => void }

type Props = ClosedDayProps & { reason: ClosedBecause }

/** Why nothing settles on a day, with a button for the next business day. */
export default function ClosedDayText({ day, reason, disabled, onChange }: Props) {
  const next = businessDayFrom(day)
  return (
    <p className={styles.note} role="status">
      {t('ClosedDay.note', { day: `${weekdayOf(day)} ${formatIsoDay(day)}`, why: t(`ClosedDay.${reason}`) })}{' '}
      {!disabled && (
        <button type="button" className={styles.use} onClick={() => onChange(next)}>
          {t('ClosedDay.use', { day: `${weekdayOf(next)} ${formatIsoDay(next)}` })}
        </button>
      )}
    </p>
  )
}
