import type { Availability } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { readFailureText } from '../../lib/errorText.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { availability as sentences } from '../../messages/en/desk/availability.ts'
import { instruments } from '../../messages/en/instruments.ts'
import { addMessages, t } from '../../messages/t.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { PanelLayout } from '../../ui/panel/PanelLayout.tsx'
import { AvailabilityGrid } from './AvailabilityGrid.tsx'
import type { RenderFlowActions } from './AvailabilityPanel.tsx'
import { availabilityQuery } from './availabilityQueries.ts'
import { AvailabilityTools } from './AvailabilityTools.tsx'
import { daysOf, rowKey, type Need } from './rows.ts'
import styles from './AvailabilityScreen.module.css'

const AvailabilityPanel = lazy(() => importWithRetry(() => import('./AvailabilityPanel.tsx')))

addMessages(sentences)
addMessages(instruments)

export type AvailabilityScreenProps = {
  isShortOnly: boolean
  onShortOnly: (isShortOnly: boolean) => void
  /** The open cell, as `manager.registry.day`. */
  cell: string | undefined
  onCell: (cell: string | undefined) => void
  renderActions: RenderFlowActions
}

/** What will be available of each instrument at each custodian, day by day. */
export function AvailabilityScreen(props: AvailabilityScreenProps) {
  const { isShortOnly, onShortOnly, cell, onCell, renderActions } = props
  const { client } = useViewer()
  const query = useQuery(availabilityQuery(client))
  const [need, setNeed] = useState<Need>()
  const all = query.data?.rows ?? []
  const rows = isShortOnly ? all.filter(({ shortFrom }) => shortFrom !== null) : all
  const open = openedBy(cell, all)
  if (query.data === undefined)
    return (
      <Page title={t('Availability.title')}>
        <div className={styles.card}>
          {query.error === null ? (
            <div className={styles.loading} aria-busy>
              <Skeleton width="full" />
              <Skeleton width="full" />
              <Skeleton width="long" />
            </div>
          ) : (
            <ErrorState
              {...readFailureText(query.error, t('Availability.failure'))}
              onRetry={() => void query.refetch()}
            />
          )}
        </div>
      </Page>
    )
  const days = daysOf(all)
  return (
    <Page title={t('Availability.title')}>
      <PanelLayout
        panel={
          open && (
            <Suspense fallback={null}>
              <AvailabilityPanel
                key={cell}
                {...open}
                renderActions={renderActions}
                onClose={() => onCell(undefined)}
              />
            </Suspense>
          )
        }
      >
        <section className={styles.card} aria-label={t('Availability.title')}>
          <AvailabilityTools
            rows={rows}
            days={days}
            need={need}
            onNeed={setNeed}
            isShortOnly={isShortOnly}
            onShortOnly={onShortOnly}
          />
          {rows.length === 0 ? (
            <Nothing isShortOnly={isShortOnly && all.length > 0} />
          ) : (
            <AvailabilityGrid rows={rows} days={days} need={need} cell={cell} onCell={onCell} />
          )}
          <Uncounted count={query.data.withoutTerms} />
        </section>
      </PanelLayout>
    </Page>
  )
}

/** The row and the day that an address names, if they are shown. */
function openedBy(cell: string | undefined, rows: readonly Availability[]) {
  const row = rows.find((one) => cell?.startsWith(`${rowKey(one)}.`) === true)
  const day = row?.days.find(({ date }) => cell?.endsWith(`.${date}`) === true)
  return row === undefined || day === undefined ? undefined : { row, day }
}

const Nothing = ({ isShortOnly }: { isShortOnly: boolean }): ReactNode => (
  <EmptyState
    icon={isShortOnly ? 'check' : 'chart'}
    title={t(isShortOnly ? 'Availability.none_short' : 'Availability.empty')}
  >
    {t(isShortOnly ? 'Availability.none_short_text' : 'Availability.empty_text')}
  </EmptyState>
)

const Uncounted = ({ count }: { count: number }): ReactNode =>
  count > 0 && <p className={styles.note}>{t('Availability.without_terms', { count })}</p>
