import { actionsFor, type Address, type Transfer } from '@connex/protocol'
import { t } from '../../messages/t.ts'

type Asked = Pick<Transfer, 'deliveryState' | 'legs' | 'cancelVotes'>
type Badge = { words: string; isYours: boolean }

/** Whose turn a request to cancel is; the short one fits into a table's cell. Nothing where nobody asks. */
export function cancelBadge(
  transfer: Asked,
  viewer: Address,
  nameOf: (address: Address) => string,
  isShort = false,
): Badge | undefined {
  const { cancelRequested, cancelRequestedByOther } = actionsFor(transfer, viewer)
  if (cancelRequested && !cancelRequestedByOther) {
    const words = isShort ? t('Transactions.you_asked_to_cancel') : t('Transactions.cancel_requested_by_you')
    return { words, isYours: false }
  }
  const asking = transfer.cancelVotes.find(({ tenant }) => tenant !== viewer)
  if (!cancelRequestedByOther || asking === undefined) return undefined
  const name = nameOf(asking.tenant)
  const isYours = actionsFor(transfer, viewer).cancel?.kind === 'agreeCancel'
  if (isShort && isYours) return { words: t('Transactions.agree_to_cancel'), isYours }
  return { words: t('Transactions.cancel_requested_by', { name }), isYours }
}
