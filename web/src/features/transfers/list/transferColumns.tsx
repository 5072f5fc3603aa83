import type { Transfer } from '@connex/protocol'
import type { Custodian } from '@connex/sdk'
import { custodianOf, custodianOptions } from '../../../lib/custodians.ts'
import { formatCash, formatDateTime, formatUtcDay } from '../../../lib/format.ts'
import { InstrumentName } from '../../../ui/text/InstrumentName.tsx'
import { shorten } from '../../../lib/strings.ts'
import type { Column } from '../../../lib/table/Column.ts'
import { transactions } from '../../../messages/en/transactions.ts'
import { addMessages, t } from '../../../messages/t.ts'
import { transferSide } from '../shared/transferSummary.ts'
import { TransferStatus } from '../shared/TransferStatus.tsx'
import styles from './transferColumns.module.css'

addMessages(transactions)

const TYPES = ['FOP', 'REPO', 'SEC_LEND'] as const
const STATES = ['PENDING', 'PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN', 'SETTLED', 'CANCELED'] as const
const DIRECTIONS = ['DELIVER', 'RECEIVE'] as const

const options = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
  values.map((value) => ({ value, label: label(value) }))

/** The Transactions table, column by column as the specification lists them. */
export function transferColumns(
  custodians: readonly Custodian[],
  nameOf: (address: Transfer['counterpartyAddr']) => string,
  instrumentOf: (identifier: string) => string,
  viewer: Transfer['counterpartyAddr'],
): Column<Transfer>[] {
  const custodianText = (transfer: Transfer) =>
    custodianOf(custodians, transfer)?.label ?? nameOf(transfer.registrarAddr)
  return [
    {
      id: 'deliveryId',
      header: t('Transactions.delivery_id'),
      width: 136,
      text: ({ deliveryId }) => deliveryId,
      cell: ({ deliveryId }) => shorten(deliveryId),
      isMono: true,
      isSortable: true,
      filter: { kind: 'text' },
    },
    {
      id: 'transferType',
      header: t('Transactions.transaction_type'),
      width: 216,
      text: ({ transferType, direction }) =>
        `${t(`TransferType.${transferType}`)} · ${t(`Direction.${direction}`)}`,
      cell: ({ transferType, direction }) => (
        <span className={styles.type}>
          {t(`TransferType.${transferType}`)}
          <span className={styles.direction}>{t(`Direction.${direction}`)}</span>
        </span>
      ),
      isSortable: true,
      filter: { kind: 'choice', options: options(TYPES, (type) => t(`TransferType.${type}`)) },
      card: 'title',
    },
    {
      id: 'state',
      header: t('Transactions.status'),
      // The longest state and a request to cancel, side by side.
      width: 316,
      text: ({ state }) => t(`TransferState.${state}`),
      cell: (transfer) => <TransferStatus transfer={transfer} isShort />,
      isSortable: true,
      filter: { kind: 'choice', options: options(STATES, (state) => t(`TransferState.${state}`)) },
      card: 'status',
    },
    {
      id: 'custodian',
      header: t('Transactions.custodian'),
      width: 180,
      text: custodianText,
      isSortable: true,
      filter: { kind: 'choice', options: custodianOptions(custodians), isSingle: true },
    },
    {
      id: 'counterparty',
      header: t('Transactions.counterparty'),
      width: 180,
      text: ({ counterpartyAddr }) => nameOf(counterpartyAddr),
      isSortable: true,
      filter: { kind: 'text' },
    },
    ...sideColumns('deliver', instrumentOf),
    ...sideColumns('receive', instrumentOf),
    {
      id: 'description',
      header: t('Transactions.description'),
      width: 240,
      text: ({ description }) => description ?? '',
      isSortable: true,
      filter: { kind: 'text' },
    },
    {
      id: 'waiting',
      header: t('Transactions.waiting'),
      width: 150,
      text: (transfer) => (waitsFor(transfer, viewer) ? t('Transactions.waiting_yes') : ''),
      isHiddenAtFirst: true,
      filter: {
        kind: 'choice',
        options: [{ value: 'true', label: t('Transactions.waiting_yes') }],
        isSingle: true,
      },
    },
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
      id: 'valueDate',
      header: t('Transactions.value_date'),
      width: 130,
      text: ({ valueDate }) => (valueDate === 0 ? '' : formatUtcDay(valueDate)),
      isSortable: true,
      filter: { kind: 'day', zone: 'utc' },
      isHiddenAtFirst: true,
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
        options: options(DIRECTIONS, (direction) => t(`Direction.${direction}`)),
        isSingle: true,
      },
    },
  ]
}

/** The viewer's confirmation is owed, or its answer to the other side's request to cancel. */
const waitsFor = ({ state, cancelVotes }: Transfer, viewer: Transfer['counterpartyAddr']) =>
  state === 'PENDING' ||
  (state !== 'SETTLED' && state !== 'CANCELED' && cancelVotes.some(({ tenant }) => tenant !== viewer))

/** Its side is documented cash, and the amount is known. */
const paysOn = (side: 'deliver' | 'receive', transfer: Transfer): boolean =>
  transfer.cashQuantity !== null && transferSide(transfer, side)?.kind === 'cash'

/** Instrument, account and quantity of one side. */
function sideColumns(
  side: 'deliver' | 'receive',
  instrumentOf: (identifier: string) => string,
): Column<Transfer>[] {
  return [
    {
      id: `${side}Identifier`,
      header: t(`Transactions.${side}_instrument`),
      width: 158,
      text: (transfer) => transferSide(transfer, side, instrumentOf)?.instrument ?? '',
      cell: (transfer) => {
        const told = transferSide(transfer, side, instrumentOf)
        return told && <InstrumentName name={told.instrument} isCode={told.isCode} />
      },
      isSortable: true,
      filter: { kind: 'text' },
    },
    {
      id: `${side}Account`,
      header: t(`Transactions.${side}_account`),
      width: 134,
      text: (transfer) => transferSide(transfer, side)?.account ?? '',
      isSortable: true,
      filter: { kind: 'text' },
    },
    {
      id: `${side}Quantity`,
      header: t(`Transactions.${side}_quantity`),
      width: 190,
      text: (transfer) => transferSide(transfer, side)?.quantity ?? '',
      isNumeric: true,
      isSortable: true,
      filter: { kind: 'quantity' },
      exported: [
        {
          header: t(`Transactions.${side}_quantity`),
          text: (transfer) => {
            const told = transferSide(transfer, side)
            return told?.kind === 'securities' ? told.quantity : ''
          },
          isNumeric: true,
        },
        {
          header: t(`Transactions.${side}_cash`),
          text: (transfer) => (paysOn(side, transfer) ? formatCash(transfer.cashQuantity ?? '', '') : ''),
          isNumeric: true,
        },
        {
          header: t(`Transactions.${side}_currency`),
          text: (transfer) => (paysOn(side, transfer) ? (transfer.cashCurrency ?? '') : ''),
        },
      ],
    },
  ]
}
