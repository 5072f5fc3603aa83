import { actionsFor, owedBy, type Address, type Transfer } from '@connex/protocol'
import { transfers } from '../../messages/en/transfers.ts'
import { addMessages, t } from '../../messages/t.ts'

addMessages(transfers)

type Seen = Pick<Transfer, 'deliveryState' | 'legs' | 'cancelVotes' | 'wasRefused'>

/** Whose turn it is, in one sentence; it also says why there is nothing to confirm. */
export function turnWords(transfer: Seen, viewer: Address, nameOf: (address: Address) => string): string {
  if (transfer.deliveryState === 'SETTLED') return t('Turn.settled')
  if (transfer.deliveryState === 'CANCELED') return t('Turn.canceled')
  const { confirm, cancelRequested, cancelRequestedByOther } = actionsFor(transfer, viewer)
  const asked = cancelRequestedByOther
    ? ` ${t('Turn.cancel_asked')}`
    : cancelRequested
      ? ` ${t('Turn.cancel_waits')}`
      : ''
  if (confirm !== undefined) return t('Turn.yours') + asked
  const others = owedBy(transfer)
    .filter(({ tenant, mayGiveNow }) => tenant !== viewer && mayGiveNow)
    .map(({ tenant }) => nameOf(tenant))
  const names = [...new Set(others)].join(t('Turn.and'))
  return (names === '' ? t('Turn.nobody') : t('Turn.others', { names })) + asked
}

/** Why the viewer cannot cancel now. */
export function noCancelWords(transfer: Seen, viewer: Address): string {
  const { cancelRequested } = actionsFor(transfer, viewer)
  if (transfer.deliveryState === 'SETTLED') return t('Turn.settled')
  if (transfer.deliveryState === 'CANCELED') return t('Turn.canceled')
  return cancelRequested ? t('Turn.cancel_waits') : t('Turn.not_cancelable')
}
