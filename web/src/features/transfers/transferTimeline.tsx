import {
  isDigital,
  owedBy,
  type Address,
  type Confirmation,
  type Delivery,
  type DeliveryLeg,
  type Duty,
  type Owed,
} from '@connex/protocol'
import { formatExactly, formatWhen } from '../../lib/formatTime.ts'
import type { MessageKey } from '../../messages/Messages.ts'
import { t, tLoose } from '../../messages/t.ts'
import type { TimelineStep } from '../../ui/panel/Timeline.tsx'
import { LedgerProof } from './LedgerProof.tsx'
import { heldBack } from './turnWords.ts'

type Told = Pick<
  Delivery,
  | 'deliveryId'
  | 'deliveryState'
  | 'legs'
  | 'creator'
  | 'createdAt'
  | 'createdBlock'
  | 'createdTxHash'
  | 'confirmations'
  | 'cancelVotes'
  | 'closedAt'
  | 'closedTxHash'
  | 'canceledBy'
  | 'cancelReasonFp'
  | 'wasRefused'
  | 'valueDate'
>

/** Texts by their fingerprints on the ledger, as far as they are known here. */
export type Reasons = ReadonlyMap<string, string>

/** What has happened to a transfer, what is to be done now, and what will follow. */
export function transferTimeline(
  delivery: Told,
  viewer: Address,
  tenantName: (address: Address) => string,
  reasons: Reasons = new Map(),
): TimelineStep[] {
  const nameOf = (tenant: Address) =>
    tenant === viewer ? t('Steps.you', { name: tenantName(tenant) }) : tenantName(tenant)
  const end = endStep(delivery, tenantName, reasons)
  return [...pastSteps(delivery, nameOf, reasons), ...end, ...nextSteps(delivery, nameOf)]
}

type NameOf = (address: Address) => string

function pastSteps(delivery: Told, nameOf: NameOf, reasons: Reasons): TimelineStep[] {
  const { creator, createdAt, createdBlock, createdTxHash, confirmations, cancelVotes } = delivery
  const earmarked = confirmations.some(
    (one) => one.txHash === createdTxHash && one.role === 'sender' && one.tenant === creator,
  )
  const created = {
    at: createdAt,
    id: 'created',
    title: earmarked ? t('Steps.created_earmarked') : t('Steps.created'),
    tenant: creator,
    proof: <LedgerProof block={createdBlock} txHash={createdTxHash} />,
  }
  const given = confirmations
    .filter((one) => one.txHash !== createdTxHash)
    .filter((one, index, all) => index === all.findIndex((other) => isToldLike(one, other, delivery.legs)))
    .map((one) => ({
      at: one.at,
      id: `${one.txHash}.${one.legIdx}.${one.role}`,
      title: confirmedTitle(one, delivery.legs),
      tenant: one.tenant,
      proof: <LedgerProof block={one.block} txHash={one.txHash} />,
    }))
  const votes = cancelVotes.map((vote) => ({
    at: vote.at,
    id: `cancel.${vote.tenant}`,
    title: askedTitle(reasons.get(vote.reasonFp)),
    tenant: vote.tenant,
    proof: <LedgerProof block={undefined} txHash={vote.txHash} />,
  }))
  return [created, ...[...given, ...votes].sort((one, other) => one.at - other.at)].map(
    ({ at, tenant, ...step }) => ({
      ...step,
      state: 'done' as const,
      who: nameOf(tenant),
      when: formatWhen(at),
      whenExactly: formatExactly(at),
    }),
  )
}

function confirmedTitle({ legIdx, role }: Confirmation, legs: readonly DeliveryLeg[]): string {
  const leg = legs.find((one) => one.legIdx === legIdx)
  const isPayment = leg !== undefined && !isDigital(leg)
  if (role === 'sender') return isPayment ? t('Steps.paid') : t('Steps.delivered')
  if (role === 'receiver') return isPayment ? t('Steps.got_paid') : t('Steps.received')
  return role === 'registrar' ? t('Steps.registered') : t('Steps.coordinated')
}

/** The same act on another leg, in the same transaction. */
const isToldLike = (one: Confirmation, other: Confirmation, legs: readonly DeliveryLeg[]): boolean =>
  one.txHash === other.txHash &&
  one.tenant === other.tenant &&
  confirmedTitle(one, legs) === confirmedTitle(other, legs)

const askedTitle = (reason: string | undefined) =>
  reason === undefined ? t('Steps.cancel_asked') : t('Steps.cancel_asked_because', { reason })

function endStep(delivery: Told, tenantName: NameOf, reasons: Reasons): TimelineStep[] {
  const { deliveryState, closedAt, closedTxHash, confirmations } = delivery
  // What settles it is the last confirmation itself.
  const block = confirmations.find(({ txHash }) => txHash === closedTxHash)?.block
  const end = {
    id: 'end',
    ...(closedAt !== null && { when: formatWhen(closedAt), whenExactly: formatExactly(closedAt) }),
    ...(closedTxHash !== null && { proof: <LedgerProof block={block} txHash={closedTxHash} /> }),
  }
  if (deliveryState === 'SETTLED') return [{ ...end, state: 'done', title: t('Steps.settled') }]
  if (deliveryState === 'CANCELED')
    return [{ ...end, state: 'stopped', title: canceledTitle(delivery, tenantName, reasons) }]
  return []
}

function canceledTitle(delivery: Told, tenantName: NameOf, reasons: Reasons): string {
  const { canceledBy, cancelReasonFp, wasRefused } = delivery
  if (canceledBy === null) return t('Steps.canceled')
  const name = tenantName(canceledBy)
  const reason = cancelReasonFp === null ? undefined : reasons.get(cancelReasonFp)
  if (reason === undefined)
    return wasRefused ? t('Steps.refused_by', { name }) : t('Steps.canceled_by', { name })
  return wasRefused
    ? t('Steps.refused_because', { name, reason })
    : t('Steps.canceled_because', { name, reason })
}

const OWED: Record<Duty, MessageKey> = {
  deliver: 'Steps.owes_deliver',
  receive: 'Steps.owes_receive',
  pay: 'Steps.owes_pay',
  getPaid: 'Steps.owes_get_paid',
  lock: 'Steps.owes_lock',
  unlock: 'Steps.owes_unlock',
  register: 'Steps.owes_register',
  coordinate: 'Steps.owes_coordinate',
}

/** One step for each tenant and duty, however many legs it covers. */
function nextSteps(delivery: Told, nameOf: (address: Address) => string): TimelineStep[] {
  const steps = new Map<string, Owed>()
  for (const owed of owedBy(delivery)) {
    const id = `${owed.tenant}.${owed.duty}`
    const known = steps.get(id)
    steps.set(id, { ...owed, mayGiveNow: owed.mayGiveNow || known?.mayGiveNow === true })
  }
  const held = heldBack(delivery)
  return [...steps].map(([id, { tenant, duty, mayGiveNow }]) => ({
    id,
    state: mayGiveNow && held === undefined ? 'now' : 'next',
    title: tLoose(OWED[duty], {}),
    who: nameOf(tenant),
    when: held ? t('Steps.from', held) : mayGiveNow ? t('Steps.now') : undefined,
  }))
}
