import {
  Currency,
  Unit,
  type Address,
  type CashFlow,
  type CounterpartySummary,
  type UnitSum,
} from '@connex/protocol'
import { Link } from '@tanstack/react-router'
import { formatCash, formatDateTime, formatExactly, formatQuantity, formatWhen } from '../../lib/format.ts'
import type { Column, ExportedColumn } from '../../lib/table/Column.ts'
import { t } from '../../messages/t.ts'
import { centsOf } from '../../shared/desk/cashFlows.ts'
import { unitName } from '../../lib/units.ts'
import { StatusChip } from '../../ui/status/StatusChip.tsx'
import styles from './counterpartyColumns.module.css'

type Row = CounterpartySummary
type NameOf = (address: Address) => string

/** The columns of the Counterparties table. Sums of different units and currencies stand below each other. */
export const counterpartyColumns = (rows: readonly Row[], nameOf: NameOf): Column<Row>[] => [
  {
    id: 'name',
    header: t('Counterparties.name'),
    width: 150,
    text: ({ counterpartyAddr }) => nameOf(counterpartyAddr),
    cell: ({ counterpartyAddr }) => <strong className={styles.name}>{nameOf(counterpartyAddr)}</strong>,
    isSortable: true,
    filter: { kind: 'text' },
    card: 'title',
    isAlwaysExported: true,
  },
  {
    ...countColumn('pending', 76),
    cell: ({ pending, counterpartyAddr }) =>
      pending === 0 ? (
        <Nothing text="0" />
      ) : (
        <Link
          className={styles.link}
          to="/transactions"
          search={{ counterparty: `is:${nameOf(counterpartyAddr)}`, state: [...PENDING] }}
        >
          {pending}
        </Link>
      ),
  },
  { ...countColumn('openDeals', 66), isInPanel: true },
  {
    ...countColumn('overdueDeals', 76),
    isInPanel: true,
    cell: ({ overdueDeals }) =>
      overdueDeals === 0 ? <Nothing text="0" /> : <StatusChip tone="yours">{overdueDeals}</StatusChip>,
  },
  unitsColumn('delivered', rows),
  unitsColumn('received', rows),
  cashColumn('cash_in', 'incoming', rows),
  cashColumn('cash_out', 'outgoing', rows),
  { ...countColumn('settled', 70), isInPanel: true },
  { ...countColumn('canceled', 78), isInPanel: true },
  {
    id: 'lastAt',
    header: t('Counterparties.last'),
    width: 80,
    isInPanel: true,
    text: ({ lastAt }) => formatDateTime(lastAt),
    cell: ({ lastAt }) => <span title={formatExactly(lastAt)}>{formatWhen(lastAt)}</span>,
    compare: (one, other) => one.lastAt - other.lastAt,
    isSortable: true,
  },
]

const PENDING = ['PENDING', 'PENDING_COUNTERPARTY', 'PENDING_CUSTODIAN'] as const

const HEADERS = {
  pending: 'Counterparties.pending',
  openDeals: 'Counterparties.open_deals',
  overdueDeals: 'Counterparties.overdue_deals',
  settled: 'Counterparties.settled',
  canceled: 'Counterparties.canceled',
} as const

const Nothing = ({ text }: { text: string }) => <span className={styles.nothing}>{text}</span>

const countColumn = (id: keyof typeof HEADERS, width: number): Column<Row> => ({
  id,
  header: t(HEADERS[id]),
  width,
  text: (row) => String(row[id]),
  cell: (row) => (row[id] === 0 ? <Nothing text="0" /> : row[id]),
  compare: (one, other) => one[id] - other[id],
  isNumeric: true,
  isSortable: true,
})

/** Only the units that occur have columns in an exported file. */
function unitsColumn(id: 'delivered' | 'received', rows: readonly Row[]): Column<Row> {
  const present = new Set(rows.flatMap((row) => row[id].map(({ unit }) => unit)))
  const sumIn = (row: Row, unit: Unit) => row[id].find((sum) => sum.unit === unit)
  return {
    id,
    header: t(`Counterparties.${id}`),
    width: 204,
    text: (row) => row[id].map(sumText).join(', '),
    cell: (row) => <Sums texts={row[id].map(sumText)} />,
    isNumeric: true,
    exported: Unit.options
      .filter((unit) => present.has(unit))
      .map((unit): ExportedColumn<Row> => ({
        header: t(`Counterparties.${id}_in`, { unit: unitName(unit) }),
        text: (row) => {
          const sum = sumIn(row, unit)
          return sum === undefined ? '' : formatQuantity(sum.quantity, sum.decimals)
        },
        isNumeric: true,
      })),
  }
}

/** '2,060,000.00 EUR nominal' */
export const sumText = ({ unit, quantity, decimals }: UnitSum): string =>
  `${formatQuantity(quantity, decimals)} ${unitName(unit)}`

function cashColumn(
  id: 'cash_in' | 'cash_out',
  side: 'incoming' | 'outgoing',
  rows: readonly Row[],
): Column<Row> {
  const flowsOf = ({ cash }: Row): CashFlow[] => cash.filter((flow) => centsOf(flow[side]) !== 0n)
  const present = new Set(rows.flatMap((row) => flowsOf(row).map(({ currency }) => currency)))
  const texts = (row: Row) => flowsOf(row).map((flow) => formatCash(flow[side], flow.currency))
  return {
    id,
    header: t(`Counterparties.${id}`),
    width: 154,
    text: (row) => texts(row).join(', '),
    cell: (row) => <Sums texts={texts(row)} />,
    isNumeric: true,
    exported: Currency.options
      .filter((currency) => present.has(currency))
      .map((currency): ExportedColumn<Row> => ({
        header: t(`Counterparties.${id}_of`, { currency }),
        text: (row) => {
          const flow = flowsOf(row).find((one) => one.currency === currency)
          return flow === undefined ? '' : formatCash(flow[side], '')
        },
        isNumeric: true,
      })),
  }
}

const Sums = ({ texts }: { texts: readonly string[] }) =>
  texts.length === 0 ? (
    <Nothing text={t('Counterparties.none')} />
  ) : (
    <span className={styles.sums}>
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  )
