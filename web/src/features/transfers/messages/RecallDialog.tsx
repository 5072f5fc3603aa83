import type { Transfer } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import { useAssetNames } from '../../../lib/instruments.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { readFailureText } from '../../../lib/errorText.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { dealActions } from '../../../messages/en/desk/dealActions.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { dealQuery } from '../shared/dealQueries.ts'
import { transferTitle } from '../shared/transferSummary.ts'
import { DealMessages } from './DealMessages.tsx'
import type { RequestDraft } from './messageForm.ts'

addMessages(dealActions)

type Props = { transfer: Transfer; prefill?: Partial<RequestDraft> | undefined; onClose: () => void }

/** Requests securities from their holder, beside the earlier requests of both parties. */
export default function RecallDialog({ transfer, prefill, onClose }: Props) {
  const { client } = useViewer()
  const counterparty = useTenantNames()(transfer.counterpartyAddr)
  const { data, error, refetch } = useQuery(dealQuery(client, transfer.deliveryId))
  const assetName = useAssetNames((data?.deal.lots ?? []).map(({ asset }) => asset))
  return (
    <Dialog
      title={t('DealActions.recall_title')}
      description={transferTitle(transfer, counterparty)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Common.close')}</Button>}
    >
      {data !== undefined ? (
        <DealMessages
          deal={data.deal}
          counterparty={counterparty}
          mayWrite
          asset={assetName}
          kind="RECALL"
          prefill={prefill}
        />
      ) : error === null ? (
        <Skeleton width="full" />
      ) : (
        <ErrorState {...readFailureText(error, t('DealActions.failure'))} onRetry={() => void refetch()} />
      )}
    </Dialog>
  )
}
