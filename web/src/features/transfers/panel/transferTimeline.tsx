import {
  dutyOf,
  isInvestorDuty,
  isToken,
  owedBy,
  type Address,
  type Confirmation,
  type Delivery,
  type DeliveryLeg,
  type Duty,
  type LegRole,
  type Owed,
} from '@connex/protocol'
import { formatExactly, formatWhen } from '../../../lib/format.ts'
import type { MessageKey } from '../../../messages/Messages.ts'
import { t, tLoose } from '../../../messages/t.ts'
import { CopyHash } from '../../../ui/panel/CopyHash.tsx'
import type { TimelineStep } from '../../../ui/panel/Timeline.tsx'
import type { Reasons } from '../shared/transferQueries.ts'
import { valueDateHold } from '../shared/turnText.ts'
import { personAt } from '../shared/persons.ts'

type History = Pick<
  Delivery,
  | 'deliveryId'
  | 'deliveryState'
  | 'legs'
  | 'creator'
  | 'createdAt'
  | 'createdBlock'
  | 'createdTxHash'
  | 'createdByUser'
  | 'confirmations'
  | 'cancelVotes'
  | 'closedAt'
  | 'closedTxHash'
  | 'canceledBy'
  | 'cancelReasonFp'
  | 'wasRefused'
  | 'valueDate'
>

type NameOf = (address: Address) => string

/** What has happened to a transfer, what is due now, and what follows. */
export function transferTimeline(
  delivery: History,
  viewer: Address,
  tenantName: NameOf,
  reasons: Reasons = new Map(),
): TimelineStep[] {
  const nameOf = (tenant: Address) =>
    tenant === viewer ? t('Steps.you', { name: tenantName(tenant) }) : tenantName(tenant)
  return [
    ...pastSteps(delivery, nameOf, reasons),
    ...endStep(delivery, tenantName, reasons),
    ...nextSteps(delivery, viewer, nameOf),
  ]
}

function pastSteps(delivery: History, nameOf: NameOf, reasons: Reasons): TimelineStep[] {
  const { creator, createdAt, createdBlock, createdTxHash, createdByUser } = delivery
  const { confirmations, cancelVotes, legs } = delivery
  const isEarmarked = confirmations.some(
    (one) => one.txHash === createdTxHash && one.role === 'sender' && one.tenant === creator,
  )
  const creation = {
    at: createdAt,
    id: 'created',
    title: isEarmarked ? t('Steps.created_earmarked') : t('Steps.created'),
    tenant: creator,
    user: createdByUser,
    proof: <LedgerProof block={createdBlock} txHash={createdTxHash} />,
  }
  const confirmed = confirmations
    .filter((one) => one.txHash !== createdTxHash)
    .filter((one, index, all) => index === all.findIndex((other) => isSameStep(one, other, legs)))
    .map((one) => ({
      at: one.at,
      id: `${one.txHash}.${one.legIdx}.${one.role}`,
      title: titleOf(one, legs),
      tenant: one.tenant,
      user: one.user,
      proof: <LedgerProof block={one.block} txHash={one.txHash} />,
    }))
  const votes = cancelVotes.map(({ at, tenant, user, txHash, reasonFp }) => ({
    at,
    id: `cancel.${tenant}`,
    title: requestTitle(reasons.get(reasonFp)),
    tenant,
    user,
    proof: <LedgerProof block={undefined} txHash={txHash} />,
  }))
  return [creation, ...[...confirmed, ...votes].sort((one, other) => one.at - other.at)].map(
    ({ at, tenant, user, ...step }) => ({
      ...step,
      state: 'done' as const,
      who: personAt(nameOf(tenant), user),
      when: formatWhen(at),
      whenExactly: formatExactly(at),
    }),
  )
}

function titleOf({ legIdx, role }: Confirmation, legs: readonly DeliveryLeg[]): string {
  const leg = legs.find((one) => one.legIdx === legIdx)
  return tLoose(confirmedTitle(leg ?? { legType: 'DIGITAL' }, role), {})
}

/** The same confirmation of another leg, in the same transaction. */
const isSameStep = (one: Confirmation, other: Confirmation, legs: readonly DeliveryLeg[]): boolean =>
  one.txHash === other.txHash && one.tenant === other.tenant && titleOf(one, legs) === titleOf(other, legs)

const requestTitle = (reason: string | undefined) =>
  reason === undefined ? t('Steps.cancel_asked') : t('Steps.cancel_asked_because', { reason })

function endStep(delivery: History, tenantName: NameOf, reasons: Reasons): TimelineStep[] {
  const { deliveryState, closedAt, closedTxHash, confirmations } = delivery
  // The last confirmation settles it, in the same transaction.
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

function canceledTitle(delivery: History, tenantName: NameOf, reasons: Reasons): string {
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

/** One step for each tenant and duty, however many legs it covers. */
function nextSteps(delivery: History, viewer: Address, nameOf: NameOf): TimelineStep[] {
  const owed = owedBy(delivery)
  const steps = new Map<string, Owed>()
  for (const one of owed) {
    const id = stepId(one)
    steps.set(id, { ...one, mayGiveNow: one.mayGiveNow || steps.get(id)?.mayGiveNow === true })
  }
  const hold = valueDateHold(delivery)
  const closers = owed.filter(({ duty }) => duty === 'register' || duty === 'coordinate')
  const isLast = !owed.some(({ duty }) => duty === 'unlock') && new Set(closers.map(stepId)).size === 1
  const settled = isLast ? delivery.legs.length : 0
  return [...steps].map(([id, one]) => {
    const leg = delivery.legs.find(({ legIdx }) => legIdx === one.legIdx)
    return {
      id,
      state: one.mayGiveNow && hold === undefined ? 'now' : 'next',
      turn: one.tenant === viewer ? 'yours' : isInvestorDuty(one) ? 'counterparty' : 'custodian',
      title: tLoose(owedTitle(leg ?? { legType: 'DIGITAL' }, one.duty, settled), {}),
      who: nameOf(one.tenant),
      when: hold ? t('Steps.from', hold) : one.mayGiveNow ? t('Steps.now') : undefined,
    }
  })
}

const stepId = ({ tenant, duty }: Owed): string => `${tenant}.${duty}`

type LegType = Pick<DeliveryLeg, 'legType'>

const CONFIRMED: Record<Duty, MessageKey> = {
  deliver: 'Steps.delivered',
  receive: 'Steps.received',
  pay: 'Steps.paid',
  getPaid: 'Steps.got_paid',
  reportDelivery: 'Steps.reported',
  confirmReceipt: 'Steps.received',
  lock: 'Steps.locked',
  unlock: 'Steps.unlocked',
  register: 'Steps.registered',
  coordinate: 'Steps.coordinated',
}

/** `confirmedTitle({ legType: 'EXTERNAL' }, 'sender')` → 'Steps.paid' */
export function confirmedTitle(leg: LegType, role: LegRole): MessageKey {
  const duty = dutyOf(leg, role)
  if (duty === 'deliver' && isToken(leg)) return 'Steps.escrowed'
  return duty === 'register' && leg.legType === 'TRADITIONAL' ? 'Steps.agreed' : CONFIRMED[duty]
}

const OWED: Record<Duty, MessageKey> = {
  deliver: 'Steps.owes_deliver',
  receive: 'Steps.owes_receive',
  pay: 'Steps.owes_pay',
  getPaid: 'Steps.owes_get_paid',
  reportDelivery: 'Steps.owes_report',
  confirmReceipt: 'Steps.owes_receive',
  lock: 'Steps.owes_lock',
  unlock: 'Steps.owes_unlock',
  register: 'Steps.owes_register',
  coordinate: 'Steps.owes_coordinate',
}

/** The last confirmation has a title of its own. `settled` is the number of legs that it settles, 0 if others follow. */
export function owedTitle(leg: LegType, duty: Duty, settled: number): MessageKey {
  if (settled > 0 && (duty === 'register' || duty === 'coordinate'))
    return settled === 1 ? 'Steps.owes_last_one' : 'Steps.owes_last'
  return duty === 'register' && leg.legType === 'TRADITIONAL' ? 'Steps.owes_agent' : OWED[duty]
}

/** 'Block 18,204 · 0x51fd…3c02', with all digits of the hash. */
function LedgerProof({ block, txHash }: { block: number | undefined; txHash: string }) {
  return (
    <span>
      {block !== undefined && `${t('Proof.block', { block: block.toLocaleString('en') })} · `}
      <CopyHash value={txHash} isWhole />
    </span>
  )
}
