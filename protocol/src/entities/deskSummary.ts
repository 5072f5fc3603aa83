// What a desk asks first: what waits for whom, what falls due, and what has changed.
import * as z from 'zod/mini'
import { Address, DeliveryId, Seconds } from '../scalars.ts'
import { CashFlow } from '../terms/cash.ts'

/** Who is waited for: the caller's tenant, another investor, or a custodian. */
export const WaitingParty = z.enum(['YOU', 'COUNTERPARTY', 'CUSTODIAN'])
export type WaitingParty = z.infer<typeof WaitingParty>

/** The transfers, or the requests, that wait for one tenant. */
export const WaitingGroup = z.object({
  party: WaitingParty,
  /** Of COUNTERPARTY the other investor, of CUSTODIAN the registrar; null of YOU. */
  tenant: z.nullable(Address),
  count: z.number(),
  /** Since when the longest of them has waited: since the last thing that happened to it. */
  since: Seconds,
})
export type WaitingGroup = z.infer<typeof WaitingGroup>

/** What falls due on a day. */
export const DueDay = z.object({ date: z.iso.date(), count: z.number(), cash: z.array(CashFlow) })
export type DueDay = z.infer<typeof DueDay>

/** The transfers to which something happened; `newest` has at most 20 of them. */
export const ChangedTransfers = z.object({ count: z.number(), newest: z.array(DeliveryId) })
export type ChangedTransfers = z.infer<typeof ChangedTransfers>

export const DeskSummary = z.object({
  waiting: z.array(WaitingGroup),
  /** The requests on open deals that nobody has answered, as `dealRequests` lists them; of COUNTERPARTY one's own. */
  requests: z.array(WaitingGroup),
  /** How many were due before the first day, and have not happened. */
  overdue: z.number(),
  /** The days with something due, in order. */
  due: z.array(DueDay),
  /**
   * What has happened since the given moment: `received` are new transfers that others created, `updated` those under way that others
   * confirmed or requested to cancel. Null without a moment.
   */
  changes: z.nullable(
    z.object({
      settled: ChangedTransfers,
      canceled: ChangedTransfers,
      received: ChangedTransfers,
      updated: ChangedTransfers,
      /** When the last of them happened, by the ledger's clock; null if nothing did. */
      lastAt: z.nullable(Seconds),
    }),
  ),
})
export type DeskSummary = z.infer<typeof DeskSummary>
