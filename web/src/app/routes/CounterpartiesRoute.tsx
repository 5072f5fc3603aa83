import {
  CounterpartiesTable,
  COUNTERPARTY_FILTERS,
} from '../../features/counterparties/CounterpartiesTable.tsx'
import { CounterpartyPanel } from '../../features/counterparties/CounterpartyPanel.tsx'
import { TransferTurn } from '../../features/transfers/shared/TransferStatus.tsx'
import { periodOf } from '../../features/counterparties/period.ts'
import { t } from '../../messages/t.ts'
import { useTableRoute } from './useTableRoute.ts'

export function CounterpartiesRoute() {
  const { state, onStateChange } = useTableRoute(COUNTERPARTY_FILTERS)
  return (
    <CounterpartiesTable
      state={state}
      onStateChange={onStateChange}
      renderPanel={(summary) => (
        <CounterpartyPanel
          key={summary.counterpartyAddr}
          summary={summary}
          period={t(`Counterparties.period_${periodOf(state.filters['period']?.[0])}`)}
          renderStatus={(transfer) => <TransferTurn transfer={transfer} />}
          onClose={() => onStateChange({ ...state, openRowId: undefined })}
        />
      )}
    />
  )
}
