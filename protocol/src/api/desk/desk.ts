// A desk's questions, answered over all of its transfers and positions at once.
import * as z from 'zod/mini'
import { endpoint, page } from '../../endpoint.ts'
import { DealRequest, RequestParty } from '../../entities/dealRequest.ts'
import { IN_DELIVERIES, IN_REGISTRIES, READ_DELIVERIES, READ_ENTRIES } from '../../access.ts'
import {
  CounterpartySummary,
  CustodianSummary,
  DueEvent,
  DueKind,
  PositionTotal,
  TransferTotals,
} from '../../entities/desk.ts'
import { pagingFields, queryBoolean, queryInteger, queryList } from '../../paging.ts'
import { Address, CustodianKey } from '../../scalars.ts'
import { positionsApi } from './positions.ts'
import { readAtDesk } from './summary.ts'
import { transfersApi } from './transfers.ts'

const IsoDate = z.iso.date()
const Since = queryInteger(0, 1_000_000_000_000)

export const deskApi = {
  dueEvents: endpoint({
    ...readAtDesk,
    path: '/transfer/due',
    summary:
      'Value dates, openings and ends of deals, recalls, expiries, last days of notice, coupons and maturities by day, the earliest first',
    query: z.object({
      page: pagingFields.page,
      itemsPerPage: pagingFields.itemsPerPage,
      from: IsoDate,
      to: IsoDate,
      /** Also what was due before and has not happened. */
      overdue: z.optional(queryBoolean),
      /** Also open repos and loans, which have no date; they come last. */
      open: z.optional(queryBoolean),
      kind: z.optional(queryList(DueKind)),
      /** Only what is due with this tenant. */
      counterpartyAddr: z.optional(Address),
    }),
    response: page(DueEvent),
    isPage: true,
  }),
  dealRequests: endpoint({
    ...readAtDesk,
    path: '/transfer/requests',
    summary: 'Recalls and requests to substitute on open deals that nobody has answered, the oldest first',
    query: z.object({
      page: pagingFields.page,
      itemsPerPage: pagingFields.itemsPerPage,
      party: z.optional(RequestParty),
    }),
    response: page(DealRequest),
    isPage: true,
  }),
  counterparties: endpoint({
    ...readAtDesk,
    path: '/transfer/counterparties',
    summary: 'Each counterparty with what was delivered and received since a moment, and what is still open',
    query: z.object({
      ...pagingFields,
      /** Counts what was settled or canceled since, in UTC seconds; everything without it. */
      since: z.optional(Since),
    }),
    response: page(CounterpartySummary),
    isPage: true,
  }),
  custodianSummaries: endpoint({
    method: 'GET',
    privileges: [...READ_DELIVERIES, ...READ_ENTRIES],
    tenantPrivileges: [...new Set([...IN_DELIVERIES, ...IN_REGISTRIES])],
    path: '/transfer/custodians',
    summary:
      "What the caller's tenant has with each of these custodians: its positions by unit, its accounts, and its mint and burn requests that have not ended",
    query: z.object({
      custodians: z.pipe(queryList(z.string()), z.array(CustodianKey).check(z.maxLength(100))),
    }),
    response: z.object({ items: z.array(CustodianSummary) }),
  }),
  positionTotals: endpoint({
    ...positionsApi.positions,
    path: '/registry-manager/positions/totals',
    summary: 'The sums of the positions that the same query lists, by unit',
    response: z.object({ totals: z.array(PositionTotal) }),
    isPage: false,
  }),
  transferTotals: endpoint({
    ...transfersApi.transfers,
    path: '/transfer/transfers/totals',
    summary: 'The sums of the transfers that the same query lists, by unit and by currency',
    response: TransferTotals,
    isPage: false,
  }),
}
