import {
  SORT_COLUMNS,
  AccountNumber,
  api,
  AssetClass,
  cashSideOf,
  DeliveryId,
  Direction,
  formatCash,
  formatQuantity,
  readableText,
  TransferState,
  TransferType,
  instrumentText,
} from '@connex/protocol'
import type { Transfer, TransferAsset } from '@connex/protocol'
import { DEAL_EVENT_TEXTS, DealEventKind, eventLabel } from '@connex/protocol/deals'
import { listTransfers } from '@connex/sdk'
import { command } from '../command/Command.ts'
import { ACCOUNT_NUMBER, HEX_ID, choice, day, labeledChoice, list, scalar, text } from '../command/Option.ts'
import { asOfOptions, listOptions, listQuery } from '../command/listOptions.ts'
import { connect } from '../connection/connect.ts'
import { connectionOptions } from '../connection/connectionOptions.ts'
import { findCustodian, findTenant, loadDirectory } from '../directory/directory.ts'
import { listing } from '../terminal/listing.ts'
import type { Listing } from '../terminal/listing.ts'

const account = (help: string) => scalar(AccountNumber, 'N', help, ACCOUNT_NUMBER)

const typeTexts: Record<TransferType, string> = {
  FOP: 'FoP',
  REPO: 'Repo',
  SEC_LEND: 'Sec. Lend',
  MINT: 'Mint',
  BURN: 'Burn',
}

/** What tables show as the type: an event of a deal or a payment alone by its own name. `typeText(closing)` → 'Return of a repo' */
export const typeText = (transfer: Pick<Transfer, 'transferType' | 'dealEvent' | 'isCashOnly'>): string =>
  eventLabel(transfer) ?? typeTexts[transfer.transferType]

/** The custodian's name, as tables show it: a payment has none. */
export const custodianText = ({ isCashOnly }: Pick<Transfer, 'isCashOnly'>, name: string): string =>
  isCashOnly ? '–' : name

/** Whose turn it is, as tables show it. */
export const stateTexts: Record<TransferState, string> = {
  PENDING: 'Your turn',
  PENDING_COUNTERPARTY: "Counterparty's turn",
  PENDING_CUSTODIAN: "Custodian's turn",
  SETTLED: 'Done',
  CANCELED: 'Canceled',
}

export const transfersCommand = command({
  path: 'transfers',
  summary: "your tenant's transfers, mint and burn requests, with their state",
  options: {
    type: list(labeledChoice(TransferType.options, typeTexts, 'only of this type')),
    event: list(labeledChoice(DealEventKind.options, DEAL_EVENT_TEXTS, 'only this kind of deal event')),
    state: list(labeledChoice(TransferState.options, stateTexts, 'only in this state')),
    direction: choice(Direction.options, 'only deliveries, or only receipts'),
    id: list(scalar(DeliveryId, 'ID', 'only this delivery', HEX_ID)),
    custodian: text('NAME', 'only with this custodian: its name, or manager:registrar'),
    participant: text('NAME', 'only with this tenant as a party: its name or address'),
    sender: text('NAME', 'only from this sender'),
    receiver: text('NAME', 'only to this receiver'),
    issuer: text('NAME', 'only of instruments of this issuer'),
    senderAccount: account('only from this account'),
    receiverAccount: account('only into this account'),
    reference: text(
      'TEXT',
      'only with this reference: its creator’s own id, a delivery’s id, or an account’s number or name',
      {
        of: api.transfers.query.shape.reference,
      },
    ),
    referenceType: choice(['deliveryLeg', 'assetAccount', 'any'], 'the kind of reference'),
    assetClass: choice(AssetClass.options, 'only of this asset class'),
    expiresFrom: day('only those that expire on this day or later (UTC)'),
    expiresBefore: day('only those that expire before this day (UTC)'),
    ...listOptions(SORT_COLUMNS.transfers, {
      quantities: ['deliverQuantity', 'receiveQuantity'],
      unfiltered: ['turn'],
      labels: { transferType: typeTexts, state: stateTexts },
      days: ['createdAt', 'lastAt', 'valueDate', 'expiresAt', 'repurchaseDate'],
    }),
    ...asOfOptions,
    ...connectionOptions,
  },
  examples: [
    'transfers --state pending --sort-by turn',
    'transfers --type fop,repo --sort-by createdAt --sort-order desc --items-per-page 20',
    'transfers --where counterparty:starts:Baltic --where deliverQuantity:at-least:1,000',
    'transfers --expires-before 2027-02-20 --sort-by expiresAt',
    "transfers --participant 'Baltic Trust Bank' --json",
  ],
  async run(context) {
    const { options, signal } = context
    const session = await connect(context)
    const directory = await loadDirectory(session, context)
    const custodian =
      options.custodian === undefined ? undefined : findCustodian(directory, options.custodian)
    const tenant = (name: string | undefined) =>
      name === undefined ? undefined : findTenant(directory, name)
    const query = {
      ...listQuery(options),
      transferType: nonEmpty(options.type),
      dealEvent: nonEmpty(options.event),
      state: nonEmpty(options.state),
      transferId: nonEmpty(options.id),
      direction: options.direction,
      registryManagerAddr: custodian?.registryManagerAddr,
      registrarAddr: custodian?.registrarAddr,
      participant: tenant(options.participant),
      sender: tenant(options.sender),
      receiver: tenant(options.receiver),
      issuer: tenant(options.issuer),
      senderAccount: options.senderAccount,
      receiverAccount: options.receiverAccount,
      reference: options.reference,
      referenceType: options.referenceType,
      assetClass: options.assetClass,
      expiresFrom: options.expiresFrom,
      expiresTo: options.expiresBefore === undefined ? undefined : dayBefore(options.expiresBefore),
      asOfBlock: options.asOfBlock,
      asOfTime: options.asOfTime,
    }
    const page = await listTransfers(session.client, query, { signal })
    const items = page.items.map((item) => ({
      ...item,
      custodian: directory.nameOf(item.registrarAddr),
      counterparty: directory.nameOf(item.counterpartyAddr),
    }))
    return { ...page, items, page: options.page ?? 1 }
  },
  show: showTransfers,
})

const dayBefore = (isoDay: string): string =>
  new Date(Date.parse(isoDay) - 86_400_000).toISOString().slice(0, 10)

const nonEmpty = <Item>(items: readonly Item[]): Item[] | undefined =>
  items.length === 0 ? undefined : [...items]

type Row = Transfer & { custodian: string; counterparty: string }
type Shown = { items: readonly Row[]; totalItemCount: number; page: number }

function showTransfers(found: Shown): Listing {
  return listing(
    found,
    [
      { title: 'Delivery', of: ({ deliveryId }) => deliveryId },
      { title: 'Type', of: typeText },
      { title: 'State', of: stateText },
      { title: 'Custodian', of: (row) => custodianText(row, row.custodian) },
      { title: 'Counterparty', of: ({ counterparty }) => counterparty },
      { title: 'Delivers', of: (row) => assetText(row, 'deliver'), isRight: true },
      { title: 'Receives', of: (row) => assetText(row, 'receive'), isRight: true },
      { title: 'Description', of: ({ description }) => readableText(description ?? '') },
    ],
    'No transfers found.',
  )
}

type Leg = 'deliver' | 'receive'

/** What the tenant delivers or receives: '1,000 XS… @1001', documented cash, or both. */
export const assetText = (transfer: Transfer, leg: Leg): string =>
  [securitiesText(transfer, leg), cashText(transfer, leg)].filter((text) => text !== '').join(' and ')

/** The securities that the tenant delivers or receives; '' for none. */
export const securitiesText = (transfer: Pick<Transfer, Leg>, leg: Leg): string =>
  transfer[leg] === null ? '' : securities(transfer[leg])

/** The documented cash that the tenant pays or gets; '' for none. */
export function cashText(transfer: Transfer, leg: Leg): string {
  const { cashQuantity, cashCurrency } = transfer
  if (cashSideOf(transfer) !== leg) return ''
  return cashQuantity === null ? 'cash' : formatCash(cashQuantity, cashCurrency ?? '')
}

const securities = ({ quantity, decimals, identifier, label, account }: TransferAsset): string =>
  `${formatQuantity(quantity, decimals)} ${identifier === null ? 'unknown' : instrumentText(identifier, label)}${account === null ? '' : ` @${account}`}`

/** Whose turn it is, and whether cancellation is requested. */
export const stateText = ({ state, cancelVotes }: Pick<Transfer, 'state' | 'cancelVotes'>): string =>
  cancelVotes.length > 0 && state.startsWith('PENDING')
    ? `${stateTexts[state]}, cancellation requested`
    : stateTexts[state]
