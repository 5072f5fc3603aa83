import type { DueEvent } from '@connex/protocol'
import { dueWarnings } from '@connex/protocol/calendar'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react'
import { Alert } from '../../ui/status/Alert.tsx'
import { useCalendars } from '../../shared/desk/calendars.ts'
import { useMediaQuery } from '../../lib/dom.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { readPreference, writePreference } from '../../lib/preferences.ts'
import { useToday } from '../../lib/useNow.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { calendar } from '../../messages/en/desk/calendar.ts'
import { addMessages, t } from '../../messages/t.ts'
import { dueQuery } from '../../shared/desk/dueEvents.ts'
import { useProposalTexts } from '../../shared/desk/proposals.ts'
import { failureOf } from '../../shared/tableQuery.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { DayCard } from './DayCard.tsx'
import { DueList } from './DueList.tsx'
import { Ladder } from './Ladder.tsx'
import { ladderDays, ladderSpan, selectedDay } from './sixWeeks.ts'
import { useLateTurns } from './useLateTurns.ts'
import styles from './CalendarScreen.module.css'

addMessages(calendar)

const CalendarsDialog = lazy(() => importWithRetry(() => import('./CalendarsDialog.tsx')))

const VIEWS = ['ladder', 'list'] as const
type View = (typeof VIEWS)[number]
const STORED = 'calendar.view'

type Props = {
  /** As the address has it. */
  day: string | undefined
  onDay: (day: string) => void
  /** What can be done about an event. */
  renderAction: (event: DueEvent) => ReactNode
}

/** Six weeks of what falls due: deals as bars, dates as marks, cash and securities by day. */
export function CalendarScreen({ day, onDay, renderAction }: Props) {
  const { client } = useViewer()
  const today = useToday()
  const { from, to } = ladderSpan(today)
  const query = useQuery(dueQuery(client, from, to))
  const isPhone = useMediaQuery('(max-width: 900px)')
  const [stored, setStored] = useState<View>(() => (readPreference(STORED) === 'list' ? 'list' : 'ladder'))
  const choose = (view: View) => {
    setStored(view)
    writePreference(STORED, view)
  }
  const view = isPhone ? 'list' : stored
  const { stored: calendars, hasFailed } = useCalendars()
  const days = useMemo(
    () => ladderDays(query.data ?? [], today, calendars ?? []),
    [query.data, today, calendars],
  )
  const warningsOf = (event: DueEvent) =>
    dueWarnings(event, query.data ?? [], calendars).map(({ text }) => text)
  const failure = failureOf(query, t('Calendar.failure'))
  const turnOf = useLateTurns(query.data ?? [])
  const proposalOf = useProposalTexts(query.data ?? [])
  const noteOf = (event: DueEvent) => turnOf(event) ?? proposalOf(event)
  const selected = selectedDay(day, days, today)
  const shared = { days, today, selected, onDay, renderAction, warningsOf, noteOf }
  return (
    <Page
      title={t('Calendar.title')}
      actions={<Actions view={isPhone ? undefined : view} onChange={choose} />}
    >
      {hasFailed && (
        <Alert tone="attention" title={t('Calendar.calendars_failure')}>
          {t('Calendar.calendars_failure_text')}
        </Alert>
      )}
      {query.data === undefined ? (
        <div className={styles.card}>
          {failure === undefined ? (
            <Outline />
          ) : (
            <ErrorState {...failure} onRetry={() => void query.refetch()} />
          )}
        </div>
      ) : view === 'list' ? (
        <DueList {...shared} events={query.data} empty={<Nothing />} />
      ) : query.data.length === 0 ? (
        <Nothing />
      ) : (
        <div className={styles.ladder}>
          <Ladder {...shared} events={query.data} />
          <DayCard {...shared} />
        </div>
      )}
    </Page>
  )
}

const Nothing = () => (
  <div className={styles.card}>
    <EmptyState icon="calendar" title={t('Calendar.empty')}>
      {t('Calendar.empty_text')}
    </EmptyState>
  </div>
)

/** On a phone there is one view. */
function Actions({ view, onChange }: { view: View | undefined; onChange: (view: View) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('Calendar.business_days')}</Button>
      {view !== undefined && <ViewSwitch view={view} onChange={onChange} />}
      {isOpen && (
        <Suspense fallback={null}>
          <CalendarsDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <div className={styles.switch} role="group" aria-label={t('Calendar.view')}>
      {VIEWS.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.choice}
          aria-pressed={one === view}
          onClick={() => onChange(one)}
        >
          {t(`Calendar.${one}`)}
        </button>
      ))}
    </div>
  )
}

const OUTLINE_ROWS = [0, 1, 2, 3, 4, 5]

const Outline = () => (
  <div className={styles.outline} aria-busy>
    {OUTLINE_ROWS.map((row) => (
      <div key={row} style={{ marginLeft: `${row * 6}%`, width: `${52 - row * 4}%` }}>
        <Skeleton width="full" />
      </div>
    ))}
  </div>
)
