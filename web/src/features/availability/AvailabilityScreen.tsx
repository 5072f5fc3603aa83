import type { Availability } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { readFailureText } from '../../lib/errorText.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { availability as sentences } from '../../messages/en/desk/availability.ts'
import { instruments } from '../../messages/en/instruments.ts'
import { addMessages, t } from '../../messages/t.ts'
import { asOfQuery } from '../../shared/asOf/asOf.ts'
import { AsOfField } from '../../shared/asOf/AsOfField.tsx'
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
  /** The past moment that it shows, as `asOfQuery` takes it. */
  moment: string | undefined
  onMoment: (moment: string | undefined) => void
  renderActions: RenderFlowActions
}

/** What will be available of each instrument at each custodian, day by day. */
export function AvailabilityScreen(props: AvailabilityScreenProps) {
  const { isShortOnly, onShortOnly, cell, onCell, moment, onMoment, renderActions } = props
  const { client } = useViewer()
  const asOf = asOfQuery(moment)
  const isPast = asOf.asOfTime !== undefined
  const query = useQuery(availabilityQuery(client, asOf))
  const [need, setNeed] = useState<Need>()
  const all = query.data?.rows ?? []
  const rows = isShortOnly ? all.filter(({ shortFrom }) => shortFrom !== null) : all
  const open = openedBy(cell, all)
  const actions = <AsOfField moment={moment} onChange={onMoment} />
  if (query.data === undefined)
    return (
      <Page title={t('Availability.title')} actions={actions}>
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
    <Page title={t('Availability.title')} actions={actions}>
      <PanelLayout
        panel={
          open && (
            <Suspense fallback={null}>
              <AvailabilityPanel
                key={cell}
                {...open}
                asOf={asOf}
                renderActions={renderActions}
                onClose={() => onCell(undefined)}
              />
            </Suspense>
          )
        }
      >
        <section className={styles.card} aria-label={t('Availability.title')}>
          {all.length > 0 && (
            <AvailabilityTools
              rows={rows}
              days={days}
              need={need}
              onNeed={setNeed}
              isShortOnly={isShortOnly}
              onShortOnly={onShortOnly}
            />
          )}
          {rows.length === 0 ? (
            <Nothing isShortOnly={isShortOnly && all.length > 0} isPast={isPast} />
          ) : (
            <AvailabilityGrid
              rows={rows}
              days={days}
              need={need}
              isPast={isPast}
              cell={cell}
              onCell={onCell}
            />
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

type NothingProps = { isShortOnly: boolean; isPast: boolean }

function Nothing({ isShortOnly, isPast }: NothingProps): ReactNode {
  if (isShortOnly)
    return (
      <EmptyState icon="check" title={t('Availability.none_short')}>
        {t('Availability.none_short_text')}
      </EmptyState>
    )
  return (
    <EmptyState icon="chart" title={t(isPast ? 'Availability.empty_then' : 'Availability.empty')}>
      {t(isPast ? 'Availability.empty_then_text' : 'Availability.empty_text')}
    </EmptyState>
  )
}

const Uncounted = ({ count }: { count: number }): ReactNode =>
  count > 0 && <p className={styles.note}>{t('Availability.without_terms', { count })}</p>
