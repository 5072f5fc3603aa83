import { dutyOf, isInvestorDuty, isToken, owedBy } from '@connex/protocol'
import type { Address, Confirmation, Delivery, DeliveryLeg, Duty, LegRole, Owed } from '@connex/protocol'
import { ShortHash } from '../../../ui/text/ShortHash.tsx'
import { formatExactly, formatWhen } from '../../../lib/format.ts'
import type { MessageKey } from '../../../messages/Messages.ts'
import { t, tLoose } from '../../../messages/t.ts'
import type { TimelineStep } from '../../../ui/panel/Timeline.tsx'
import { heldBack } from '../shared/turnText.ts'

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
  return [...pastSteps(delivery, nameOf, reasons), ...end, ...nextSteps(delivery, viewer, nameOf)]
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
  return tLoose(givenTitle(leg ?? { legType: 'DIGITAL' }, role), {})
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

/** One step for each tenant and duty, however many legs it covers. */
function nextSteps(delivery: Told, viewer: Address, nameOf: NameOf): TimelineStep[] {
  const owed = owedBy(delivery)
  const steps = new Map<string, Owed>()
  for (const one of owed) {
    const id = stepOf(one)
    steps.set(id, { ...one, mayGiveNow: one.mayGiveNow || steps.get(id)?.mayGiveNow === true })
  }
  const held = heldBack(delivery)
  const keepers = owed.filter(({ duty }) => duty === 'register' || duty === 'coordinate')
  const isLast = !owed.some(({ duty }) => duty === 'unlock') && new Set(keepers.map(stepOf)).size === 1
  return [...steps].map(([id, one]) => {
    const leg = delivery.legs.find(({ legIdx }) => legIdx === one.legIdx)
    return {
      id,
      state: one.mayGiveNow && held === undefined ? 'now' : 'next',
      turn: one.tenant === viewer ? 'yours' : isInvestorDuty(one) ? 'counterparty' : 'custodian',
      title: tLoose(owedTitle(leg ?? { legType: 'DIGITAL' }, one.duty, isLast), {}),
      who: nameOf(one.tenant),
      when: held ? t('Steps.from', held) : one.mayGiveNow ? t('Steps.now') : undefined,
    }
  })
}

const stepOf = ({ tenant, duty }: Owed): string => `${tenant}.${duty}`

// What a step of a transfer's timeline is called, by what it gives and the type of its leg.

type OfType = Pick<DeliveryLeg, 'legType'>

const GIVEN: Record<Duty, MessageKey> = {
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

/** `givenTitle({ legType: 'EXTERNAL' }, 'sender')` → 'Steps.paid' */
export function givenTitle(leg: OfType, role: LegRole): MessageKey {
  const duty = dutyOf(leg, role)
  if (duty === 'deliver' && isToken(leg)) return 'Steps.escrowed'
  return duty === 'register' && leg.legType === 'TRADITIONAL' ? 'Steps.agreed' : GIVEN[duty]
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

/** The same of what is still owed; the one that settles everything says so. */
export function owedTitle(leg: OfType, duty: Duty, isLast: boolean): MessageKey {
  if (isLast && (duty === 'register' || duty === 'coordinate')) return 'Steps.owes_last'
  return duty === 'register' && leg.legType === 'TRADITIONAL' ? 'Steps.owes_agent' : OWED[duty]
}

/** 'Block 18,204 · 0x51fd…3c02'; the whole hash on hovering over it. */
export function LedgerProof({ block, txHash }: { block: number | undefined; txHash: string }) {
  return (
    <>
      {block !== undefined && `${t('Proof.block', { block: block.toLocaleString('en') })} · `}
      <ShortHash value={txHash} />
    </>
  )
}
