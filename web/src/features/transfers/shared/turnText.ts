// Whose turn a transfer is, in sentences.
import {
  actionsFor,
  investorsOf,
  isExpired,
  isReported,
  owedBy,
  type Address,
  type Transfer,
} from '@connex/protocol'
import { formatUtcDay } from '../../../lib/format.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages, t } from '../../../messages/t.ts'

addMessages(transfers)

type Turn = Pick<
  Transfer,
  'deliveryState' | 'legs' | 'cancelVotes' | 'wasRefused' | 'valueDate' | 'expiresAt'
>
type NameOf = (address: Address) => string

/** Whose turn it is, in one sentence; it also says why there is nothing to confirm. */
export function turnText(transfer: Turn, viewer: Address, nameOf: NameOf): string {
  if (transfer.deliveryState === 'SETTLED') return t('Turn.settled')
  if (transfer.deliveryState === 'CANCELED') return t('Turn.canceled')
  const { confirm, cancelRequested, cancelRequestedByOther } = actionsFor(transfer, viewer)
  const request = cancelRequestedByOther
    ? ` ${cancelRequestText(transfer, viewer, nameOf)}`
    : endsAlone(transfer) && isExpired(transfer)
      ? ` ${t('Turn.expired', { day: formatUtcDay(transfer.expiresAt) })}`
      : cancelRequested
        ? ` ${awaitedAgreementText(transfer, nameOf)}`
        : ''
  const hold = valueDateHold(transfer)
  if (hold !== undefined) return t('Turn.from', { name: nameOf(hold.tenant), day: hold.day }) + request
  if (confirm !== undefined) return t('Turn.yours') + request
  const others = owedBy(transfer)
    .filter(({ tenant, mayGiveNow }) => tenant !== viewer && mayGiveNow)
    .map(({ tenant }) => nameOf(tenant))
  const names = [...new Set(others)].join(t('Turn.and'))
  return (names === '' ? t('Turn.nobody') : t('Turn.others', { names })) + request
}

/** Why the viewer cannot cancel now. */
export function noCancelText(
  transfer: Turn,
  viewer: Address,
  nameOf: NameOf = () => t('Turn.other_side'),
): string {
  const { cancelRequested } = actionsFor(transfer, viewer)
  if (transfer.deliveryState === 'SETTLED') return t('Turn.settled')
  if (transfer.deliveryState === 'CANCELED') return t('Turn.canceled')
  if (!cancelRequested) return t('Turn.not_cancelable')
  const later = t('Turn.cancel_alone', { day: formatUtcDay(transfer.expiresAt) })
  return awaitedAgreementText(transfer, nameOf) + (endsAlone(transfer) ? ` ${later}` : '')
}

/** Whether its expiry lets either side cancel alone: a request's custodian refuses instead. */
const endsAlone = (transfer: Turn): boolean => !isReported(transfer) && investorsOf(transfer).length > 1

/** Who requests cancellation from the viewer. */
export function cancelRequestText(
  { cancelVotes }: Pick<Turn, 'cancelVotes'>,
  viewer: Address,
  nameOf: NameOf,
): string {
  const names = cancelVotes.filter(({ tenant }) => tenant !== viewer).map(({ tenant }) => nameOf(tenant))
  return t('Turn.cancel_asked', { name: names.join(t('Turn.and')) })
}

function awaitedAgreementText(transfer: Turn, nameOf: NameOf): string {
  const requesters = new Set(transfer.cancelVotes.map(({ tenant }) => tenant))
  const names = investorsOf(transfer)
    .filter((tenant) => !requesters.has(tenant))
    .map((tenant) => nameOf(tenant))
  return t('Turn.cancel_waits', { name: names.join(t('Turn.and')) })
}

/** The tenant whose confirmation would settle the transfer before its value date, and the day from which it may. */
export function valueDateHold(
  transfer: Pick<Transfer, 'deliveryState' | 'legs' | 'valueDate'>,
): { tenant: Address; day: string } | undefined {
  const [last, ...others] = owedBy(transfer)
  if (
    last === undefined ||
    !isBeforeValueDate(transfer) ||
    others.some(({ tenant }) => tenant !== last.tenant)
  )
    return undefined
  return { tenant: last.tenant, day: formatUtcDay(transfer.valueDate) }
}

export const isBeforeValueDate = ({ valueDate }: Pick<Transfer, 'valueDate'>): boolean =>
  valueDate * 1000 > Date.now()
