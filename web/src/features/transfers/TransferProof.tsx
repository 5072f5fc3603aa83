import { fingerprintOf, type DeliveryDetails, type Fingerprint, type Transfer } from '@connex/protocol'
import { call } from '@connex/sdk'
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '../../lib/formatTime.ts'
import { shorten } from '../../lib/shorten.ts'
import { useViewer } from '../../lib/Viewer.ts'
import { t } from '../../messages/t.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import styles from './TransferProof.module.css'

/** The foot of a transfer: whether its private details are those that the ledger vouches for, and where it stands there. */
export function TransferProof({ transfer }: { transfer: Transfer }) {
  const { client } = useViewer()
  const { deliveryId, privateDataFp } = transfer
  const { data: check } = useQuery({
    queryKey: ['details', deliveryId],
    queryFn: async ({ signal }) => {
      const { items } = await call(client, 'deliveryDetails', {
        query: { deliveryIds: [deliveryId] },
        signal,
      })
      return checkOf(items[0]?.details ?? null, privateDataFp)
    },
  })
  return (
    <div className={styles.proof}>
      {check !== undefined && (
        <p className={styles.check} data-check={check}>
          <Icon name={check === 'matches' ? 'check' : check === 'differs' ? 'alert' : 'clock'} />
          <span>
            {t(`Proof.${check}`)} <code title={privateDataFp}>{shorten(privateDataFp)}</code>
          </span>
        </p>
      )}
      <p>
        {t('Proof.created', {
          block: transfer.createdBlock.toLocaleString('en'),
          time: formatDateTime(transfer.createdAt),
        })}{' '}
        <code title={transfer.createdTxHash}>{shorten(transfer.createdTxHash)}</code>
      </p>
      {transfer.closedTxHash !== null && (
        <p>
          {t('Proof.closed')} <code title={transfer.closedTxHash}>{shorten(transfer.closedTxHash)}</code>
        </p>
      )}
      <p>
        {t('Transactions.delivery_id')} <code title={deliveryId}>{shorten(deliveryId)}</code>
      </p>
    </div>
  )
}

/** Worked out here in the browser, so that not even the own server has to be believed. */
const checkOf = (
  details: DeliveryDetails | null,
  ledgerFp: Fingerprint,
): 'matches' | 'differs' | 'missing' => {
  if (details === null) return 'missing'
  return fingerprintOf(details) === ledgerFp ? 'matches' : 'differs'
}
