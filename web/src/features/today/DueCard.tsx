import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCalendars } from '../../shared/desk/calendars.ts'
import { formatWeekday } from '../../shared/desk/dayText.ts'
import { Alert } from '../../ui/status/Alert.tsx'
import { summaryQuery } from '../../lib/deskSummary.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { cashFlowTexts } from '../../shared/desk/cashFlows.ts'
import { dueDayRows, type DueDayRow } from './dueDays.ts'
import { CardAnswer, TodayCard } from './TodayCard.tsx'
import styles from './DueCard.module.css'

const DAYS_SHOWN = 5

/** What falls due on the next five business days, with what is overdue on top. */
export function DueCard({ day }: { day: string }) {
  const { client } = useViewer()
  const summary = useQuery(summaryQuery(client))
  const { stored = [], hasFailed } = useCalendars()
  return (
    <TodayCard title={t('Today.due')} aside={<Link to="/calendar">{t('Today.calendar')}</Link>}>
      {hasFailed && <Alert tone="attention">{t('Today.calendars_failure')}</Alert>}
      <CardAnswer query={summary} failure={t('Today.due_failure')} rows={DAYS_SHOWN}>
        {({ overdue, due }) => (
          <ul className={styles.days}>
            {overdue > 0 && (
              <li>
                <Link to="/calendar" search={{ day }} className={styles.day} data-overdue="">
                  <span className={styles.date}>{t('Today.due_overdue')}</span>
                  <span className={styles.count}>{t('Today.due_count', { count: overdue })}</span>
                </Link>
              </li>
            )}
            {dueDayRows(due, day, DAYS_SHOWN, stored).map((row) => (
              <li key={row.date}>
                <DueDayLink row={row} isToday={row.date === day} />
              </li>
            ))}
          </ul>
        )}
      </CardAnswer>
    </TodayCard>
  )
}

function DueDayLink({ row, isToday }: { row: DueDayRow; isToday: boolean }) {
  const { date, count, cash, closed } = row
  return (
    <Link to="/calendar" search={{ day: date }} className={styles.day} data-empty={count === 0 || undefined}>
      <span className={styles.date}>
        {formatWeekday(date)}
        {isToday && <span className={styles.today}>{t('Today.title')}</span>}
        {closed.length > 0 && (
          <span className={styles.today}>{t('Today.closed', { calendars: closed.join(', ') })}</span>
        )}
      </span>
      <span className={styles.count}>
        {count === 0 ? t('Today.due_none') : t('Today.due_count', { count })}
      </span>
      {cash.length > 0 && (
        <span className={styles.cash}>
          {cashFlowTexts(cash).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
      )}
    </Link>
  )
}
