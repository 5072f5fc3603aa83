// The sentences of Today.
import {
  dutyOf,
  isExpired,
  offerText,
  readableName,
  type Address,
  type Confirmation,
  type DealRequest,
  type DeskSummary,
  type DueEvent,
  type Duty,
  type Transfer,
  type WaitingParty,
} from '@connex/protocol'
import { formatWeekday } from '../../shared/desk/dayText.ts'
import { daysSince } from '../../lib/days.ts'
import { formatCash, formatIsoDay, formatQuantity, formatUtcDay, isoDayOf } from '../../lib/format.ts'
import { shownIdentifier } from '../../lib/identifiers.ts'
import { today } from '../../messages/en/desk/today.ts'
import type { MessageKey } from '../../messages/Messages.ts'
import { addMessages, t } from '../../messages/t.ts'
import { cashFlowsOf, cashFlowTexts } from '../../shared/desk/cashFlows.ts'
import { unitName } from '../../lib/units.ts'
import { dueTitle, securitiesTexts } from '../../shared/desk/dueText.ts'
import { transferLabel } from '../../shared/desk/transferLabel.ts'
import { turnAmount, type TransferTurn, type Turn } from './turns.ts'

addMessages(today)

type Waiting = Pick<DeskSummary, 'waiting' | 'requests' | 'due' | 'overdue'>

/** How many transfers or requests wait for one kind of party. */
export const countOf = (waiting: DeskSummary['waiting'], party: WaitingParty): number =>
  waiting.filter((group) => group.party === party).reduce((sum, { count }) => sum + count, 0)

/** '6 transfers are waiting for you, 2 are due today, 1 is overdue.' */
export function headline({ waiting, requests, due, overdue }: Waiting, day: string): string {
  const dueToday = due.find(({ date }) => date === day)?.count ?? 0
  const parts = [
    waitingText(countOf(waiting, 'YOU'), countOf(requests, 'YOU')),
    ...(dueToday === 0 ? [] : [t('Today.due_today', { count: dueToday })]),
    ...(overdue === 0 ? [] : [t('Today.overdue', { count: overdue })]),
  ]
  return `${parts.join(', ')}.`
}

/** '6 transfers and 1 request wait for you' */
function waitingText(transfers: number, requests: number): string {
  if (transfers === 0 && requests === 0) return t('Today.nothing_waits')
  if (requests === 0) return t('Today.waiting', { count: transfers })
  if (transfers === 0) return t('Today.requests_waiting', { count: requests })
  const [one, other] = [t('Today.transfers', { count: transfers }), t('Today.requests', { count: requests })]
  return t('Today.waiting_both', { what: t('Today.and', { one, other }) })
}

const TASKS = {
  deliver: 'Today.do_deliver',
  receive: 'Today.do_receive',
  pay: 'Today.do_pay',
  getPaid: 'Today.do_get_paid',
  reportDelivery: 'Today.do_report',
  confirmReceipt: 'Today.do_receipt',
  lock: 'Today.do_lock',
  unlock: 'Today.do_unlock',
  coordinate: 'Today.do_coordinate',
  register: 'Today.review',
} as const satisfies Record<Duty, MessageKey>

/** 'Confirm payment received' */
export function taskText(duties: readonly Duty[]): string {
  const [first] = duties
  if (first === undefined) return t('Today.answer')
  if (duties.includes('deliver') && duties.includes('receive')) return t('Today.do_both')
  const texts = [...new Set(duties.map((duty) => t(TASKS[duty])))]
  return texts.reduce((one, other) => t('Today.and', { one, other: lowerFirst(other) }))
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

/** The confirm button's label, or what else the row's button does. */
export const actionText = ({ kind, label }: TransferTurn['action']): string =>
  label ?? t(kind === 'cancel' ? 'Today.agree' : 'Today.review')

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** 'waiting 2 h'; both times are in UTC seconds. */
export function ageText(since: number, now: number): string {
  const seconds = Math.max(0, now - since)
  if (seconds < MINUTE) return t('Today.just_now')
  if (seconds < HOUR) return t('Today.minutes', { count: Math.floor(seconds / MINUTE) })
  if (seconds < 2 * DAY) return t('Today.hours', { count: Math.floor(seconds / HOUR) })
  return t('Today.days', { count: Math.floor(seconds / DAY) })
}

/** The Due card's five business days. */
const EXPIRES_SOON = 7 * DAY

/** That a row has expired or soon will, how late it is, or how long it has waited. */
export function waitText(turn: Turn, now: number): string {
  const { since, dueDay, urgency } = turn
  if ('transfer' in turn && turn.transfer.expiresAt - now < EXPIRES_SOON) {
    const { expiresAt } = turn.transfer
    return t(isExpired(turn.transfer, now) ? 'Today.expired' : 'Today.expires', {
      day: formatUtcDay(expiresAt),
    })
  }
  return urgency === 'late' && dueDay !== undefined
    ? t('Today.late', { count: daysSince(dueDay, isoDayOf(now)), day: formatIsoDay(dueDay) })
    : ageText(since, now)
}

/** The amount of a row, its unit, and the instrument. */
export function amountText(turn: Pick<TransferTurn, 'transfer' | 'duties'>): {
  amount: string
  unit: string
  of: string
} {
  const found = turnAmount(turn)
  if (found === undefined) return { amount: '', unit: '', of: '' }
  if (found.kind === 'cash') {
    const { amount, currency } = found
    return { amount: amount === null ? t('Today.no_amount') : formatCash(amount, currency), unit: '', of: '' }
  }
  const { quantity, decimals, unit, label, identifier } = found.asset
  return {
    amount: formatQuantity(quantity, decimals),
    unit: unitName(unit),
    of: label === null ? shownIdentifier(identifier ?? '') : readableName(label),
  }
}

/** 'Baltic Trust Bank asks for 3,000,000.00 EUR nominal Speicher Note 2027 back by 30 Nov 2026' */
export const requestText = (
  { kind, party, counterpartyAddr, securities, offered, date }: DealRequest,
  nameOf: (address: Address) => string,
): string =>
  t(`Today.${kind}_${party}`, {
    counterparty: nameOf(counterpartyAddr),
    securities: securitiesTexts(securities),
    offered: offerText(offered),
    day: date === null ? '' : formatIsoDay(date),
  })

/** 'Next due: Mon 23 Nov, repurchase with Rhône Capital, in EUR 162,199.64.' */
export function nextDueText(
  events: readonly DueEvent[],
  day: string,
  nameOf: (address: Address) => string,
): string {
  // The earliest end of an evergreen deal moves on every day.
  const next = events.find(({ kind, date }) => kind !== 'EVERGREEN' && date !== null && date >= day)
  if (next?.date == null) return t('Today.nothing_due')
  const what = [lowerFirst(dueTitle(next, nameOf)), ...cashFlowTexts(cashFlowsOf([next]))]
  return `${t('Today.next_due', { day: formatWeekday(next.date), what: what.join(', ') })}.`
}

export type ChangeKind = Exclude<keyof NonNullable<DeskSummary['changes']>, 'lastAt'>
type Changed = Pick<
  Transfer,
  | 'transferType'
  | 'dealEvent'
  | 'isCashOnly'
  | 'counterpartyAddr'
  | 'legs'
  | 'confirmations'
  | 'cancelVotes'
  | 'canceledBy'
>

/** 'Baltic Trust Bank confirmed: Repo'; `viewer` is the user's own tenant. */
export function changeText(
  kind: ChangeKind,
  transfer: Changed,
  viewer: Address,
  nameOf: (address: Address) => string,
): string {
  const { counterpartyAddr, canceledBy } = transfer
  const counterparty = nameOf(counterpartyAddr)
  const type = transferLabel(transfer)
  const named = { transfer: t('Transactions.with', { type, counterparty }) }
  // The counterparty's name once.
  const by = (party: Address) => ({
    party: nameOf(party),
    transfer: party === counterpartyAddr ? type : named.transfer,
  })
  if (kind === 'received') return t('Today.change_received', { transfer: type, counterparty })
  if (kind === 'settled') return t('Today.change_settled', named)
  if (kind === 'updated') {
    const last = lastStepOfOthers(transfer, viewer)
    return last === undefined ? named.transfer : t(last.key, by(last.tenant))
  }
  return canceledBy === null || canceledBy === viewer
    ? t('Today.change_canceled', named)
    : t('Today.change_canceled_by', by(canceledBy))
}

function lastStepOfOthers({ legs, confirmations, cancelVotes }: Changed, viewer: Address) {
  const isPayment = ({ legIdx, role }: Confirmation) =>
    legs.some((leg) => leg.legIdx === legIdx && dutyOf(leg, role) === 'pay')
  const steps = [
    ...confirmations.map((one) => ({
      ...one,
      key: isPayment(one) ? ('Today.change_paid' as const) : ('Today.change_confirmed' as const),
    })),
    ...cancelVotes.map((one) => ({ ...one, key: 'Today.change_cancel' as const })),
  ].filter(({ tenant }) => tenant !== viewer)
  return steps.toSorted((one, other) => one.at - other.at).at(-1)
}
