// The transfers and the requests that wait for the viewer: what to do, how urgent it is, and in which order.
import {
  actionsFor,
  cashSideOf,
  isExpired,
  isPaymentDuty,
  owedBy,
  type Address,
  type DealRequest,
  type DeliveryId,
  type Duty,
  type Transfer,
  type TransferAsset,
} from '@connex/protocol'
import { isoDayOf } from '../../lib/format.ts'
import { waitingSince } from '../../shared/desk/waiting.ts'

/** late: its day has passed, or it has expired. old: it has waited for hours. */
export type Urgency = 'late' | 'old' | 'fresh'

/** confirm and cancel open their dialogs; open shows the transfer, where the user chooses. */
export type TurnAction = { kind: 'confirm' | 'cancel' | 'open'; label: string | undefined }

type Row = {
  id: string
  /** The transfer in whose panel it is dealt with. */
  opens: DeliveryId
  /** In UTC seconds: since the last thing that happened to it. */
  since: number
  /** The day on which it should settle, or securities are wanted back. */
  dueDay: string | undefined
  urgency: Urgency
}

export type TransferTurn = Row & {
  transfer: Transfer
  /** Empty if a request to cancel waits for an answer. */
  duties: readonly Duty[]
  action: TurnAction
}

export type RequestTurn = Row & { request: DealRequest }

/** One row of the inbox. */
export type Turn = TransferTurn | RequestTurn

const OLD_AFTER = 4 * 60 * 60

/** The value date; without one, the day on which a repo opens. */
export const dueDayOf = ({
  valueDate,
  repo,
  openingDeliveryId,
}: Pick<Transfer, 'valueDate' | 'repo' | 'openingDeliveryId'>) => {
  if (valueDate > 0) return isoDayOf(valueDate)
  return openingDeliveryId === null ? repo?.purchaseDate : repo?.repurchaseDate
}

/** The row of a transfer. `now` is in UTC seconds. */
export function turnOf(transfer: Transfer, viewer: Address, now: number): TransferTurn {
  const since = waitingSince(transfer)
  const dueDay = dueDayOf(transfer)
  const isLate = isExpired(transfer, now) || (dueDay !== undefined && dueDay < isoDayOf(now))
  const { deliveryId } = transfer
  return {
    id: deliveryId,
    opens: deliveryId,
    transfer,
    ...taskOf(transfer, viewer),
    since,
    dueDay,
    urgency: isLate ? 'late' : urgencyOf(since, now),
  }
}

/** The row of a request. `now` is in UTC seconds. */
export function requestTurnOf(request: DealRequest, now: number): RequestTurn {
  const { messageId, openingDeliveryId, date, createdAt } = request
  const isLate = date !== null && date < isoDayOf(now)
  return {
    id: messageId,
    opens: openingDeliveryId,
    request,
    since: createdAt,
    dueDay: date ?? undefined,
    urgency: isLate ? 'late' : urgencyOf(createdAt, now),
  }
}

const urgencyOf = (since: number, now: number): Urgency => (now - since > OLD_AFTER ? 'old' : 'fresh')

/** A request to cancel comes first: nobody should confirm what the other side wants to end without reading it. */
function taskOf(transfer: Transfer, viewer: Address): Pick<TransferTurn, 'duties' | 'action'> {
  const { confirm, cancel, cancelRequestedByOther } = actionsFor(transfer, viewer)
  if (cancelRequestedByOther)
    return {
      duties: [],
      action: {
        kind: confirm === undefined && cancel?.kind === 'agreeCancel' ? 'cancel' : 'open',
        label: undefined,
      },
    }
  if (confirm !== undefined)
    return { duties: confirm.duties, action: { kind: 'confirm', label: confirm.label } }
  const duties = owedBy(transfer).filter(({ tenant, mayGiveNow }) => tenant === viewer && mayGiveNow)
  return { duties: duties.map(({ duty }) => duty), action: { kind: 'open', label: undefined } }
}

/** Late ones first, then by their day, then the longest waiting. */
export const sortTurns = (turns: readonly Turn[]): Turn[] =>
  turns.toSorted(
    (one, other) =>
      Number(other.urgency === 'late') - Number(one.urgency === 'late') ||
      (one.dueDay ?? LAST_DAY).localeCompare(other.dueDay ?? LAST_DAY) ||
      one.since - other.since,
  )

const LAST_DAY = '9999-12-31'

/** What a row's amount is of: documented cash if a payment waits, otherwise securities. */
export function turnAmount({
  transfer,
  duties,
}: Pick<TransferTurn, 'transfer' | 'duties'>):
  | { kind: 'cash'; amount: string | null; currency: string }
  | { kind: 'securities'; asset: TransferAsset }
  | undefined {
  const { cashQuantity, cashCurrency, deliver, receive, direction } = transfer
  if (duties.some(isPaymentDuty)) return { kind: 'cash', amount: cashQuantity, currency: cashCurrency ?? '' }
  const isDelivering = duties.includes('deliver') || (duties.length === 0 && direction === 'DELIVER')
  const asset = isDelivering ? (deliver ?? receive) : (receive ?? deliver)
  if (asset !== null) return { kind: 'securities', asset }
  return cashSideOf(transfer) && { kind: 'cash', amount: cashQuantity, currency: cashCurrency ?? '' }
}

/** The new rows, with those that left still in their places, until they have folded. */
export function withLeaving<Row>(
  before: readonly Row[],
  now: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const present = new Set(now.map(idOf))
  const rows = [...now]
  before.forEach((row, index) => {
    if (present.has(idOf(row))) return
    const previous = before[index - 1]
    const place = previous === undefined ? -1 : rows.findIndex((one) => idOf(one) === idOf(previous))
    rows.splice(place + 1, 0, row)
  })
  return rows
}
