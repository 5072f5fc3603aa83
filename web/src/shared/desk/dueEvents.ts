// What falls due: the query behind the calendar, and its events by day.
import type { DueEvent, DueKind } from '@connex/protocol'
import { call, everyPage, type Client } from '@connex/sdk'
import { queryOptions } from '@tanstack/react-query'

/** Everything due between two days, with what is overdue and what has no date. */
export const dueQuery = (client: Client, from: string, to: string) =>
  queryOptions({
    queryKey: ['transfers', 'due', from, to],
    queryFn: ({ signal }) =>
      everyPage((page) =>
        call(client, 'dueEvents', { query: { ...page, from, to, overdue: true, open: true }, signal }),
      ),
  })

/** A deal lasts from its opening to its end; everything else happens on one day. */
const IS_DEAL: Record<DueKind, boolean> = {
  VALUE_DATE: false,
  OPENING: false,
  REPURCHASE: true,
  LOAN: true,
  EXPIRY: false,
  TRANSFER_EXPIRY: false,
  MATURITY: false,
  RECALL: false,
  NOTICE: false,
  EVERGREEN: false,
  COUPON: false,
}

/** The ends of deals. */
export const DEAL_KINDS = (Object.keys(IS_DEAL) as DueKind[]).filter((kind) => IS_DEAL[kind])

export const isDeal = ({ kind }: Pick<DueEvent, 'kind'>): boolean => IS_DEAL[kind]

/** A key for lists: a delivery may have several dates, an instrument several counterparties, and several recalls are due on one day. */
export function dueKey(event: DueEvent): string {
  const { kind, date, deliveryId, workflowId, messageId, counterpartyAddr, incoming, outgoing } = event
  const [comes] = incoming.securities
  const instrument = [comes === undefined ? 'out' : 'in', (comes ?? outgoing.securities[0])?.instrumentId]
  return [kind, date, messageId ?? deliveryId ?? workflowId ?? [counterpartyAddr, ...instrument]].join(' ')
}
