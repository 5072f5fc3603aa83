import type { Transfer } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { useNavigate } from '@tanstack/react-router'
import CustodianPanel from '../../../features/custodians/CustodianPanel.tsx'
import { TransferStatus } from '../../../features/transfers/shared/TransferStatus.tsx'
import { transactions } from '../../../messages/en/transactions.ts'
import { addMessages } from '../../../messages/t.ts'

addMessages(transactions)

/** Requests are in the custodian's own tables. */
const REQUESTS: Partial<Record<Transfer['transferType'], 'mint-requests' | 'burn-requests'>> = {
  MINT: 'mint-requests',
  BURN: 'burn-requests',
}

/** A custodian with what its panel leads to. */
export default function CustodianDetails({ rowId, onClose }: { rowId: string; onClose: () => void }) {
  const navigate = useNavigate()
  const openTransfer = ({ key }: Custodian, { deliveryId, transferType }: Transfer) => {
    const screen = REQUESTS[transferType]
    const search = { row: deliveryId }
    if (screen === undefined) return void navigate({ to: '/transactions', search })
    return void navigate({ to: `/custodians/$custodianKey/${screen}`, params: { custodianKey: key }, search })
  }
  return (
    <CustodianPanel
      rowId={rowId}
      renderStatus={(transfer) => <TransferStatus transfer={transfer} />}
      onHoldings={({ key }, identifier) =>
        void navigate({ to: '/holdings', search: { custodian: key, identifier: `is:${identifier}` } })
      }
      onAccount={({ key }, row) =>
        void navigate({
          to: '/custodians/$custodianKey/accounts',
          params: { custodianKey: key },
          search: { row },
        })
      }
      onTransfer={openTransfer}
      onClose={onClose}
    />
  )
}
