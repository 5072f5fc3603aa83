// What falls due, what goes to and fro with each counterparty, and sums over whole tables.
import * as z from 'zod/mini'
import { ForeignText } from '../text/readableText.ts'
import { Address, Bytes32, DeliveryId, Fingerprint, Seconds } from '../scalars.ts'
import { Cash, CashFlow, Currency } from '../terms/cash.ts'
import { DealEventKind } from '../terms/dealEventKind.ts'
import { DeliveryState } from './delivery.ts'
import { Direction, TransferState, TransferType } from './transfer.ts'
import { QuantitySum, Unit, UnitSum, unitSum } from './unit.ts'

const IsoDate = z.iso.date()

/**
 * VALUE_DATE: before it, a transfer does not settle. OPENING and REPURCHASE: a repo's two dates. LOAN: the last day of a loan. Amendments that
 * have settled move both ends, or take them away. EXPIRY: a proposal that co-signers must confirm before. TRANSFER_EXPIRY: from then on either side alone cancels a
 * pending transfer, unless a payment was reported. MATURITY: of an instrument that the tenant holds, or has given in open deals. RECALL: securities of a deal that
 * one party wants back by the day. NOTICE: the last day to give notice, so that an extendable deal ends on its end date. EVERGREEN: the end of an
 * evergreen deal if notice is given today. COUPON: of an instrument that the tenant holds, has given or has received in open deals.
 */
export const DueKind = z.enum([
  'VALUE_DATE',
  'OPENING',
  'REPURCHASE',
  'LOAN',
  'EXPIRY',
  'TRANSFER_EXPIRY',
  'MATURITY',
  'RECALL',
  'NOTICE',
  'EVERGREEN',
  'COUPON',
])
export type DueKind = z.infer<typeof DueKind>

/** Securities that come or go on the day. */
export const DueSecurities = z.object({
  instrumentId: z.nullable(Bytes32),
  identifier: z.nullable(z.string()),
  label: z.nullable(z.string()),
  unit: Unit,
  quantity: QuantitySum,
  decimals: z.number(),
})
export type DueSecurities = z.infer<typeof DueSecurities>

export const DueCash = z.object({ amount: Cash, currency: Currency })
export type DueCash = z.infer<typeof DueCash>

/** Everything that comes, or goes, on the day. */
export const DueSide = z.object({ securities: z.array(DueSecurities), cash: z.nullable(DueCash) })
export type DueSide = z.infer<typeof DueSide>

export const DueEvent = z.object({
  kind: DueKind,
  /** Null of a repo or loan that has no last day. */
  date: z.nullable(IsoDate),
  /** The day has passed, and what was due on it has not happened. */
  isOverdue: z.boolean(),
  /** Null of a proposal, a maturity and a coupon. */
  deliveryId: z.nullable(DeliveryId),
  /** Of an expiring proposal. */
  workflowId: z.nullable(z.string()),
  /** Of a recall. */
  messageId: z.nullable(Fingerprint),
  transferType: z.nullable(TransferType),
  /** What the transfer does to an open deal. */
  dealEvent: z.nullable(DealEventKind),
  /** The transfer moves documented cash alone. */
  isCashOnly: z.boolean(),
  direction: z.nullable(Direction),
  state: z.nullable(TransferState),
  deliveryState: z.nullable(DeliveryState),
  /** Null of a proposal, and of what is held of an instrument. */
  counterpartyAddr: z.nullable(Address),
  description: z.nullable(ForeignText),
  /** Per cent a year, of a repo. */
  rate: z.nullable(z.string()),
  /** Of a notice or an evergreen end that counts business days: the currency whose closed days count. */
  calendarCurrency: z.nullable(Currency),
  /** When a repo began, for a bar from there to the date. */
  startDate: z.nullable(IsoDate),
  /** The live delivery that closes it, if one was created. */
  closingDeliveryId: z.nullable(DeliveryId),
  incoming: DueSide,
  outgoing: DueSide,
})
export type DueEvent = z.infer<typeof DueEvent>

/** Everything with one counterparty. */
export const CounterpartySummary = z.object({
  counterpartyAddr: Address,
  name: z.string(),
  /** Transfers under way. */
  pending: z.number(),
  /** Settled repos and loans that no settled delivery has closed. */
  openDeals: z.number(),
  /** Of these, the ones whose last day has passed. */
  overdueDeals: z.number(),
  settled: z.number(),
  canceled: z.number(),
  /** Of settled transfers. */
  delivered: z.array(UnitSum),
  received: z.array(UnitSum),
  /** Documented cash of settled transfers. */
  cash: z.array(CashFlow),
  /** When something last happened. */
  lastAt: Seconds,
})
export type CounterpartySummary = z.infer<typeof CounterpartySummary>

/** Positions of one unit, summed up. */
export const PositionTotal = z.object({
  ...unitSum,
  earmarked: QuantitySum,
  available: QuantitySum,
  positions: z.number(),
  accounts: z.number(),
})
export type PositionTotal = z.infer<typeof PositionTotal>

/** What a tenant has with one custodian, and what the custodian still has to confirm. A figure is null where the caller may not read it. */
export const CustodianSummary = z.object({
  registryManagerAddr: Address,
  registrarAddr: Address,
  /** The tenant's positions there, by unit. */
  totals: z.nullable(z.array(PositionTotal)),
  /** The tenant's accounts there. */
  accounts: z.nullable(z.number()),
  /** The tenant's requests that have not ended. */
  mints: z.nullable(z.number()),
  burns: z.nullable(z.number()),
})
export type CustodianSummary = z.infer<typeof CustodianSummary>

/** What listed transfers deliver and receive, by unit, and their documented cash by currency. */
export const TransferTotals = z.object({
  delivered: z.array(UnitSum),
  received: z.array(UnitSum),
  cash: z.array(CashFlow),
})
export type TransferTotals = z.infer<typeof TransferTotals>
