import { lazy, Suspense } from 'react'
import {
  CounterpartiesTable,
  COUNTERPARTY_FILTERS,
} from '../../features/counterparties/CounterpartiesTable.tsx'
import { periodOf } from '../../features/counterparties/period.ts'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { LoadingPanel } from '../../ui/panel/SidePanel.tsx'
import { useTableRoute } from './useTableRoute.ts'

const OpenCounterparty = lazy(() => importWithRetry(() => import('./OpenCounterparty.tsx')))

export function CounterpartiesRoute() {
  const { state, onStateChange } = useTableRoute(COUNTERPARTY_FILTERS)
  const close = () => onStateChange({ ...state, openRowId: undefined })
  return (
    <CounterpartiesTable
      state={state}
      onStateChange={onStateChange}
      renderPanel={(summary) => (
        <Suspense fallback={<LoadingPanel title={t('Counterparties.name')} onClose={close} />}>
          <OpenCounterparty
            summary={summary}
            period={t(`Counterparties.period_${periodOf(state.filters['period']?.[0])}`)}
            onClose={close}
          />
        </Suspense>
      )}
    />
  )
}
