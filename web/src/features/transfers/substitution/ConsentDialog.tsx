import type { Transfer } from '@connex/protocol'
import type { Deal } from '@connex/protocol/deals'
import { lazy, Suspense } from 'react'
import { useAssetNames } from '../../../lib/instruments.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { substitution } from '../../../messages/en/substitution.ts'
import { addMessages, t } from '../../../messages/t.ts'
import styles from '../../../shared/substitution/Substitution.module.css'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/dialog/Dialog.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import { transferTitle } from '../shared/transferSummary.ts'

addMessages(substitution)

const DealMessages = lazy(async () => {
  const { DealMessages: component } = await importWithRetry(() => import('../messages/DealMessages.tsx'))
  return { default: component }
})

type Props = { transfer: Transfer; deal: Deal; onClose: () => void }

/** In place of the exchange while the holder of the collateral has not agreed to one: asks it, and shows what it has answered. */
export default function ConsentDialog({ transfer, deal, onClose }: Props) {
  const counterparty = useTenantNames()(transfer.counterpartyAddr)
  const assetName = useAssetNames(deal.lots.map(({ asset }) => asset))
  return (
    <Dialog
      title={t('Substitution.title')}
      description={transferTitle(transfer, counterparty)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Common.close')}</Button>}
    >
      <div className={styles.exchange}>
        <Alert tone="attention" title={t('Substitution.consent_title', { counterparty })}>
          {t('Substitution.consent_text', { counterparty })}
        </Alert>
        <Suspense fallback={<Skeleton width="full" />}>
          <DealMessages
            deal={deal}
            counterparty={counterparty}
            mayWrite
            asset={assetName}
            kind="SUBSTITUTION"
          />
        </Suspense>
      </div>
    </Dialog>
  )
}
