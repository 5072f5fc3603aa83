import { actionsFor, investorsOf, owedBy, type Address, type Transfer } from '@connex/protocol'
import { formatUtcDay } from '../../../lib/format.ts'
import { transfers } from '../../../messages/en/transfers.ts'
import { addMessages, t } from '../../../messages/t.ts'

addMessages(transfers)

type Seen = Pick<Transfer, 'deliveryState' | 'legs' | 'cancelVotes' | 'wasRefused' | 'valueDate'>

/** Whose turn it is, in one sentence; it also says why there is nothing to confirm. */
export function turnWords(transfer: Seen, viewer: Address, nameOf: (address: Address) => string): string {
  if (transfer.deliveryState === 'SETTLED') return t('Turn.settled')
  if (transfer.deliveryState === 'CANCELED') return t('Turn.canceled')
  const { confirm, cancelRequested, cancelRequestedByOther } = actionsFor(transfer, viewer)
  const asked = cancelRequestedByOther
    ? ` ${askedWords(transfer, viewer, nameOf)}`
    : cancelRequested
      ? ` ${waitsWords(transfer, nameOf)}`
      : ''
  const held = heldBack(transfer)
  if (held !== undefined) return t('Turn.from', { name: nameOf(held.tenant), day: held.day }) + asked
  if (confirm !== undefined) return t('Turn.yours') + asked
  const others = owedBy(transfer)
    .filter(({ tenant, mayGiveNow }) => tenant !== viewer && mayGiveNow)
    .map(({ tenant }) => nameOf(tenant))
  const names = [...new Set(others)].join(t('Turn.and'))
  return (names === '' ? t('Turn.nobody') : t('Turn.others', { names })) + asked
}

/** Why the viewer cannot cancel now. */
export function noCancelWords(
  transfer: Seen,
  viewer: Address,
  nameOf: (address: Address) => string = () => t('Turn.other_side'),
): string {
  const { cancelRequested } = actionsFor(transfer, viewer)
  if (transfer.deliveryState === 'SETTLED') return t('Turn.settled')
  if (transfer.deliveryState === 'CANCELED') return t('Turn.canceled')
  return cancelRequested ? waitsWords(transfer, nameOf) : t('Turn.not_cancelable')
}

/** Who asks the viewer to agree to cancel. */
export function askedWords(
  { cancelVotes }: Pick<Seen, 'cancelVotes'>,
  viewer: Address,
  nameOf: (address: Address) => string,
): string {
  const names = cancelVotes.filter(({ tenant }) => tenant !== viewer).map(({ tenant }) => nameOf(tenant))
  return t('Turn.cancel_asked', { name: names.join(t('Turn.and')) })
}

function waitsWords(transfer: Seen, nameOf: (address: Address) => string): string {
  const asked = new Set(transfer.cancelVotes.map(({ tenant }) => tenant))
  const names = investorsOf(transfer)
    .filter((tenant) => !asked.has(tenant))
    .map((tenant) => nameOf(tenant))
  return t('Turn.cancel_waits', { name: names.join(t('Turn.and')) })
}

/** Whose confirmation would settle it, where the value date does not let it yet; and from which day it may. */
export function heldBack(
  transfer: Pick<Transfer, 'deliveryState' | 'legs' | 'valueDate'>,
): { tenant: Address; day: string } | undefined {
  const [last, ...others] = owedBy(transfer)
  if (last === undefined || !isAhead(transfer) || others.some(({ tenant }) => tenant !== last.tenant))
    return undefined
  return { tenant: last.tenant, day: formatUtcDay(transfer.valueDate) }
}

/** Nothing settles yet, whoever confirms. */
export const isAhead = ({ valueDate }: Pick<Transfer, 'valueDate'>): boolean => valueDate * 1000 > Date.now()
