import type { Transfer } from '@connex/protocol'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { CopyHash } from '../../../ui/panel/CopyHash.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Alert } from '../../../ui/status/Alert.tsx'
import type { ReadDetails } from './transferDetails.ts'
import styles from './TransferProof.module.css'

type Props = { transfer: Transfer; check: ReadDetails | undefined }

/** Whether the private details match the fingerprint on the ledger, and the delivery id. */
export function TransferProof({ transfer, check }: Props) {
  const { deliveryId, privateDataFp } = transfer
  return (
    <div className={styles.proof}>
      {check !== undefined && (
        <p className={styles.check} data-check={check.result}>
          <Icon
            name={check.result === 'matches' ? 'check' : check.result === 'differs' ? 'alert' : 'clock'}
          />
          <span>
            {t(`Proof.${check.onRetry === undefined ? check.result : 'unread'}`)}{' '}
            <CopyHash value={privateDataFp} />
          </span>
        </p>
      )}
      <p>
        {t('Transactions.delivery_id')} <CopyHash value={deliveryId} />
      </p>
    </div>
  )
}

/** `<UnreadDetails check={check} />`: says that the private details could not be loaded, and loads them again on request. */
export function UnreadDetails({ check }: { check: ReadDetails | undefined }) {
  return (
    check?.onRetry !== undefined && (
      <Alert tone="attention" title={t('Proof.unread_title')} isLive>
        {t('Proof.unread_text')}
        <span>
          <Button size="small" icon="refresh" onClick={check.onRetry}>
            {t('Common.try_again')}
          </Button>
        </span>
      </Alert>
    )
  )
}
