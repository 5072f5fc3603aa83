import type { Transfer } from '@connex/protocol'
import { shorten } from '../../lib/shorten.ts'
import { t } from '../../messages/t.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import styles from './TransferProof.module.css'
import type { DetailsCheck } from './useDeliveryDetails.ts'

type Props = { transfer: Transfer; check: DetailsCheck | undefined }

/** The foot of a transfer: whether its private details are those that the ledger vouches for, and its id there. */
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
            {t(`Proof.${check.result}`)} <code title={privateDataFp}>{shorten(privateDataFp)}</code>
          </span>
        </p>
      )}
      <p>
        {t('Transactions.delivery_id')} <code title={deliveryId}>{shorten(deliveryId)}</code>
      </p>
    </div>
  )
}
