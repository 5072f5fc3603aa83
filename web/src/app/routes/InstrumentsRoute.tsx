import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { InstrumentsTable } from '../../features/instruments/InstrumentsTable.tsx'
import { importWithRetry } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { LoadingPanel } from '../../ui/panel/SidePanel.tsx'
import { useTableRoute } from './useTableRoute.ts'
import { WithCustodian } from './WithCustodian.tsx'

const InstrumentPanel = lazy(() =>
  importWithRetry(() => import('../../features/instruments/InstrumentPanel.tsx')),
)

const FILTERS = ['identifier', 'label', 'instrumentType', 'issueSize', 'registryState', 'description']

export function InstrumentsRoute() {
  const { state, onStateChange } = useTableRoute(FILTERS)
  const navigate = useNavigate()
  const close = () => onStateChange({ ...state, openRowId: undefined })
  return (
    <WithCustodian>
      {(custodian) => (
        <InstrumentsTable
          custodian={custodian}
          state={state}
          onStateChange={onStateChange}
          panel={
            state.openRowId && (
              <Suspense fallback={<LoadingPanel title={t('Instruments.one')} onClose={close} />}>
                <InstrumentPanel
                  key={state.openRowId}
                  custodian={custodian}
                  rowId={state.openRowId}
                  onHolding={(row) => void navigate({ to: '/holdings', search: { row } })}
                  onClose={close}
                />
              </Suspense>
            )
          }
        />
      )}
    </WithCustodian>
  )
}
