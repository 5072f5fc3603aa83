import { Direction, TransferState, isWaitingFor, readableText, type Transfer } from '@connex/protocol'
import { DEAL_EVENT_TEXTS, type DealEventKind } from '@connex/protocol/deals'
import type { Custodian } from '@connex/sdk'
import { lazy, Suspense } from 'react'
import { custodianOf, custodianOptions } from '../../../lib/custodians.ts'
import { formatDateTime, formatUtcDay, midnightOf } from '../../../lib/format.ts'
import { InstrumentName } from '../../../ui/text/InstrumentName.tsx'
import { shorten, wholeName } from '../../../lib/identifiers.ts'
import { importWithRetry } from '../../../lib/importWithRetry.ts'
import type { Column } from '../../../lib/table/Column.ts'
import { t } from '../../../messages/t.ts'
import { isOpen, quantityText, transferLeg } from '../shared/transferSummary.ts'
import { TRANSFER_KINDS } from '../shared/transferKinds.ts'
import type { AccountNames } from '../../../shared/desk/accountNames.ts'
import type { LegKey } from '../../../shared/deal/useAssetChoices.ts'
import { custodianText, transferLabel } from '../../../shared/desk/transferLabel.ts'
import { waitingSince } from '../../../shared/desk/waiting.ts'
import { TransferTurn } from '../shared/TransferStatus.tsx'
import { historyText } from '../shared/turnTrack.ts'
import styles from './transferColumns.module.css'

const LegAccount = lazy(() => importWithRetry(() => import('../shared/LegAccount.tsx')))

const loadExported = () => importWithRetry(() => import('./exportedTransfers.ts'))

/** What a transfer can do to an open deal. */
export const DEAL_EVENTS = Object.keys(DEAL_EVENT_TEXTS) as DealEventKind[]

const options = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
  values.map((value) => ({ value, label: label(value) }))

type NameOf = (address: Transfer['counterpartyAddr']) => string

/** The columns of the Transactions table, in the specification's order. */
export const transferColumns = (
  custodians: readonly Custodian[],
  nameOf: NameOf,
  viewer: Transfer['counterpartyAddr'],
  /** The tenants that a transfer may be with, as values of the column's filter. */
  counterparties: readonly { value: string; label: string }[] = [],
  /** For a file alone. */
  loadAccountNames: () => Promise<AccountNames> = async () => () => undefined,
): Column<Transfer>[] => [
  ...stateColumns(nameOf),
  ...partyColumns(custodians, nameOf, counterparties),
  ...legColumns('deliver', loadAccountNames),
  ...legColumns('receive', loadAccountNames),
  {
    id: 'description',
    header: t('Transactions.description'),
    width: 200,
    wraps: true,
    text: ({ description }) => readableText(description ?? ''),
    isSortable: true,
    filter: { kind: 'text' },
  },
  {
    id: 'waiting',
    header: t('Transactions.waiting'),
    width: 150,
    text: (transfer) => (isWaitingFor(transfer, viewer) ? t('Transactions.waiting_yes') : ''),
    isHiddenAtFirst: true,
    filter: {
      kind: 'choice',
      options: [{ value: 'true', label: t('Transactions.waiting_yes') }],
      isSingle: true,
    },
  },
  ...hiddenColumns(),
]

const stateColumns = (nameOf: NameOf): Column<Transfer>[] => [
  {
    id: 'deliveryId',
    header: t('Transactions.delivery_id'),
    width: 97,
    text: ({ deliveryId }) => deliveryId,
    cell: ({ deliveryId }) => shorten(deliveryId),
    isMono: true,
    isSortable: true,
    filter: { kind: 'text' },
  },
  {
    id: 'transferType',
    header: t('Transactions.transaction_type'),
    width: 136,
    text: (transfer) => `${transferLabel(transfer)} · ${t(`Direction.${transfer.direction}`)}`,
    cell: (transfer) => (
      <span className={styles.type}>
        {transferLabel(transfer)}
        <span className={styles.direction}>{t(`Direction.${transfer.direction}`)}</span>
      </span>
    ),
    isSortable: true,
    filter: { kind: 'choice', options: options(TRANSFER_KINDS, (type) => t(`TransferType.${type}`)) },
    card: 'title',
    isFrozen: true,
  },
  {
    id: 'state',
    header: t('Transactions.status'),
    width: 150,
    text: ({ state }) => t(`TransferState.${state}`),
    cell: (transfer) => <TransferTurn transfer={transfer} />,
    tooltip: (transfer) => historyText(transfer, nameOf),
    isSortable: true,
    filter: {
      kind: 'choice',
      pill: t('Transactions.status'),
      options: options(TransferState.options, (state) => t(`TransferState.${state}`)),
    },
    card: 'status',
  },
]

const partyColumns = (
  custodians: readonly Custodian[],
  nameOf: NameOf,
  counterparties: readonly { value: string; label: string }[],
): Column<Transfer>[] => [
  {
    id: 'custodian',
    header: t('Transactions.custodian'),
    width: 88,
    wraps: true,
    text: (transfer) =>
      custodianText(transfer, custodianOf(custodians, transfer)?.label ?? nameOf(transfer.registrarAddr)),
    isSortable: true,
    filter: { kind: 'choice', options: custodianOptions(custodians), isSingle: true },
  },
  {
    id: 'counterparty',
    header: t('Transactions.counterparty'),
    width: 93,
    wraps: true,
    text: ({ counterpartyAddr }) => nameOf(counterpartyAddr),
    isSortable: true,
    filter: { kind: 'text', pill: t('Transactions.counterparty'), known: counterparties },
  },
]

const hiddenColumns = (): Column<Transfer>[] => [
  {
    id: 'createdAt',
    header: t('Transactions.created'),
    width: 150,
    text: ({ createdAt }) => formatDateTime(createdAt),
    isSortable: true,
    filter: { kind: 'day', zone: 'local' },
    isHiddenAtFirst: true,
  },
  {
    id: 'lastAt',
    header: t('Transactions.last_step'),
    width: 150,
    text: (transfer) => formatDateTime(waitingSince(transfer)),
    isSortable: true,
    filter: { kind: 'day', zone: 'local' },
    isHiddenAtFirst: true,
  },
  {
    id: 'valueDate',
    header: t('Transactions.value_date'),
    width: 112,
    text: ({ valueDate }) => (valueDate === 0 ? '' : formatUtcDay(valueDate)),
    isSortable: true,
    filter: { kind: 'day', zone: 'utc', pill: t('Transactions.value_date') },
  },
  {
    id: 'expiresAt',
    header: t('Transactions.expires'),
    width: 112,
    text: (transfer) => (isOpen(transfer) ? formatUtcDay(transfer.expiresAt) : ''),
    isSortable: true,
    filter: { kind: 'day', zone: 'utc' },
    isHiddenAtFirst: true,
  },
  repurchaseColumn(),
  {
    id: 'dealEvent',
    header: t('Transactions.event'),
    width: 130,
    text: ({ dealEvent }) => (dealEvent === null ? '' : DEAL_EVENT_TEXTS[dealEvent]),
    isHiddenAtFirst: true,
    filter: { kind: 'choice', options: options(DEAL_EVENTS, (event) => DEAL_EVENT_TEXTS[event]) },
  },
  {
    id: 'direction',
    header: t('Transactions.direction'),
    width: 120,
    text: ({ direction }) => t(`Direction.${direction}`),
    isSortable: true,
    isHiddenAtFirst: true,
    filter: {
      kind: 'choice',
      options: options(Direction.options, (direction) => t(`Direction.${direction}`)),
      isSingle: true,
    },
  },
]

/** A file has the other terms of a repo beside it. */
const repurchaseColumn = (): Column<Transfer> => ({
  id: 'repurchaseDate',
  header: t('Transactions.repurchase_date'),
  width: 130,
  text: ({ repo }) =>
    repo?.repurchaseDate === undefined ? '' : formatUtcDay(midnightOf(repo.repurchaseDate)),
  isSortable: true,
  filter: { kind: 'day', zone: 'utc' },
  isHiddenAtFirst: true,
  isAlwaysExported: true,
  exported: async () => (await loadExported()).exportedRepo(),
})

/** Instrument, account and quantity of one leg. */
const legColumns = (key: LegKey, loadAccountNames: () => Promise<AccountNames>): Column<Transfer>[] => [
  {
    id: `${key}Identifier`,
    header: t(`Transactions.${key}_instrument`),
    width: 122,
    text: (transfer) => transferLeg(transfer, key)?.instrument ?? '',
    tooltip: (transfer) => wholeName(transfer[key]?.identifier ?? '', transfer[key]?.label),
    cell: (transfer) => {
      const asset = transfer[key]
      return asset === null ? (
        <span className={styles.cash}>{transferLeg(transfer, key)?.instrument}</span>
      ) : (
        <InstrumentName identifier={asset.identifier ?? ''} label={asset.label} />
      )
    },
    exported: async () => (await loadExported()).exportedInstrument(key),
    isSortable: true,
    filter: { kind: 'text' },
  },
  {
    id: `${key}Account`,
    header: t(`Transactions.${key}_account`),
    width: 80,
    text: (transfer) => transferLeg(transfer, key)?.account ?? '',
    cell: (transfer) => {
      const account = transferLeg(transfer, key)?.account ?? ''
      return (
        <Suspense fallback={account}>
          <LegAccount transfer={transfer} legKey={key} account={account} />
        </Suspense>
      )
    },
    exported: async () => (await loadExported()).exportedAccount(key, await loadAccountNames()),
    isSortable: true,
    filter: { kind: 'text' },
  },
  {
    id: `${key}Quantity`,
    header: t(`Transactions.${key}_quantity`),
    width: 122,
    text: (transfer) => quantityText(transfer, key),
    isNumeric: true,
    isSortable: true,
    filter: { kind: 'quantity', pill: t('Transactions.amount') },
    exported: async () => (await loadExported()).exportedQuantity(key),
  },
]
