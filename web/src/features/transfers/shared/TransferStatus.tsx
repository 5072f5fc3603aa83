import { actionsFor, type Address, type Transfer, type TransferState } from '@connex/protocol'
import { useTenantNames } from '../../../lib/tenants.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { StatusChip, type Tone } from '../../../ui/status/StatusChip.tsx'
import { TurnTrack } from './TurnTrack.tsx'
import styles from './TransferStatus.module.css'

const TONES: Record<TransferState, Tone> = {
  PENDING: 'yours',
  PENDING_COUNTERPARTY: 'counterparty',
  PENDING_CUSTODIAN: 'custodian',
  SETTLED: 'done',
  CANCELED: 'canceled',
}

/** Whose turn it is. A request to cancel is a badge; it does not change the state. */
export function TransferStatus({ transfer }: { transfer: Transfer }) {
  const { tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const badge = cancelBadge(transfer, tenantAddr, nameOf)
  return (
    <span className={styles.status}>
      <StatusChip tone={TONES[transfer.state]}>{stateText(transfer.state)}</StatusChip>
      {badge && <StatusChip tone={badge.isYours ? 'yours' : 'plain'}>{badge.text}</StatusChip>}
    </span>
  )
}

/** The same in the width of a table's column or the corner of a card: the track, and below it the state in words. */
export function TransferTurn({ transfer }: { transfer: Transfer }) {
  const { tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const badge = cancelBadge(transfer, tenantAddr, nameOf, true)
  return (
    <span className={styles.turn}>
      <TurnTrack transfer={transfer} />
      <span className={styles.state} data-tone={TONES[transfer.state]}>
        {stateText(transfer.state)}
      </span>
      {badge && (
        <span className={styles.request} data-tone={badge.isYours ? 'yours' : undefined}>
          {badge.text}
        </span>
      )}
    </span>
  )
}

/** The specification's word, and whom it means: 'Pending · you' */
const stateText = (state: TransferState): string =>
  t(`TransferState.${state}`) + (state === 'PENDING' ? t('Transactions.pending_you') : '')

type Badge = { text: string; isYours: boolean }

/** Who has to answer a request to cancel; undefined where there is none. The short text fits a table cell. */
export function cancelBadge(
  transfer: Pick<Transfer, 'deliveryState' | 'legs' | 'cancelVotes' | 'expiresAt'>,
  viewer: Address,
  nameOf: (address: Address) => string,
  isShort = false,
): Badge | undefined {
  const { cancel, cancelRequested, cancelRequestedByOther } = actionsFor(transfer, viewer)
  if (cancelRequested && !cancelRequestedByOther) {
    const text = isShort ? t('Transactions.you_asked_to_cancel') : t('Transactions.cancel_requested_by_you')
    return { text, isYours: false }
  }
  const requester = transfer.cancelVotes.find(({ tenant }) => tenant !== viewer)
  if (!cancelRequestedByOther || requester === undefined) return undefined
  const isYours = cancel?.kind === 'agreeCancel'
  if (isShort && isYours) return { text: t('Transactions.agree_to_cancel'), isYours }
  return { text: t('Transactions.cancel_requested_by', { name: nameOf(requester.tenant) }), isYours }
}
