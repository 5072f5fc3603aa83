import type { CounterpartySummary } from '@connex/protocol'
import { CounterpartyPanel } from '../../features/counterparties/CounterpartyPanel.tsx'
import { TransferTurn } from '../../features/transfers/shared/TransferStatus.tsx'

type Props = { summary: CounterpartySummary; period: string; onClose: () => void }

/** The panel of a counterparty, with the turns of its latest transfers. */
export default function OpenCounterparty(props: Props) {
  return (
    <CounterpartyPanel
      key={props.summary.counterpartyAddr}
      {...props}
      renderStatus={(transfer) => <TransferTurn transfer={transfer} />}
    />
  )
}
