import type { CSSProperties, KeyboardEvent } from 'react'
import { custodianOf } from '../../../lib/custodians.ts'
import { formatIsoDay, formatQuantity } from '../../../lib/format.ts'
import { useSuspended } from '../../../lib/instruments.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { unitText } from '../../../lib/units.ts'
import { useViewer } from '../../../lib/Viewer.ts'
import { t, tLoose } from '../../../messages/t.ts'
import { useAccountNames } from '../../../shared/desk/accountNames.ts'
import { accountText } from '../../../shared/deal/ownAccounts.ts'
import { CustodianLink } from '../../../shared/desk/CustodianLink.tsx'
import { useCellFocus } from '../../../ui/grid/useCellFocus.ts'
import { Figure } from '../../../ui/text/Figure.tsx'
import { InstrumentName } from '../../../ui/text/InstrumentName.tsx'
import { InventoryCell } from './InventoryCell.tsx'
import styles from './InventoryGrid.module.css'
import {
  cellId,
  type AccountColumn,
  type Cell,
  type Group,
  type InventoryActions,
  type Row,
  type Ticket,
} from './inventory.ts'

type Props = InventoryActions & {
  columns: readonly AccountColumn[]
  groups: readonly Group[]
  widthOf: (row: Row, quantity: bigint) => number
  returns: ReadonlyMap<string, string> | undefined
}

const TICKETS: Partial<Record<string, Ticket>> = { t: 'FOP', r: 'REPO', l: 'SEC_LEND' }

/** Rows of instruments and columns of accounts. One stop of the keyboard: arrow keys move between the bars. */
export function InventoryGrid(props: Props) {
  const { columns, groups, returns } = props
  const { custodians } = useViewer()
  const nameOf = useTenantNames()
  const accountName = useAccountNames()
  const isSuspended = useSuspended()
  const isSuspendedIn = (cell: Cell | undefined) => cell !== undefined && isSuspended(cell.holding)
  const namedColumns = columns.map((column) => ({
    ...column,
    custodian: custodianOf(custodians, column)?.label ?? nameOf(column.registrarAddr),
    name: accountName(column, column.account),
  }))
  const rows = groups.flatMap((group) => group.rows)
  const size = { rows: rows.length, columns: columns.length }
  const { grid, focus, setFocus, moveBy } = useCellFocus(size, 'column')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const cell = rows[focus.row]?.cells.get(columns[focus.column]?.key ?? '')
    if (!moveBy(event) && !actOn(cell, event.key, props)) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.scroller}>
      <div
        ref={grid}
        className={styles.grid}
        role="grid"
        aria-label={t('Holdings.title')}
        tabIndex={-1}
        style={{ '--columns': columns.length } as CSSProperties}
        onKeyDown={onKeyDown}
      >
        <Head columns={namedColumns} />
        {groups.map((group) => (
          <div key={group.key} role="rowgroup">
            <Subtotal group={group} columns={columns.length + 4} />
            {group.rows.map((row) => (
              <div key={row.key} role="row" className={styles.row}>
                <span role="rowheader" className={styles.name}>
                  <InstrumentName identifier={row.identifier} label={row.label} />
                </span>
                {namedColumns.map(({ key, custodian, account, name }, column) => (
                  <InventoryCell
                    key={key}
                    isSuspended={isSuspendedIn(row.cells.get(key))}
                    {...props}
                    column={`${custodian} ${accountText(account, name)}`}
                    row={row}
                    cell={row.cells.get(key)}
                    address={`${rows.indexOf(row)}.${column}`}
                    hasFocus={rows[focus.row] === row && focus.column === column}
                    onFocus={() => setFocus({ row: rows.indexOf(row), column })}
                  />
                ))}
                <Numbers row={row} returnDay={returns?.get(row.key)} />
              </div>
            ))}
          </div>
        ))}
      </div>
      <Legend />
    </div>
  )
}

type NamedColumn = AccountColumn & { custodian: string; name: string | undefined }

const Head = ({ columns }: { columns: readonly NamedColumn[] }) => (
  <div role="row" className={styles.head}>
    <span role="columnheader">{t('Inventory.instrument')}</span>
    {columns.map((column) => (
      <span key={column.key} role="columnheader" className={styles.column}>
        <span className={styles.custodian}>
          {/* The keyboard opens it from a holding's panel. */}
          <CustodianLink held={column} tabIndex={-1}>
            {column.custodian}
          </CustodianLink>
        </span>
        <span className={styles.account} title={column.name}>
          {column.account} {column.name}
        </span>
      </span>
    ))}
    {(['available', 'share', 'returns'] as const).map((column) => (
      <span key={column} role="columnheader" className={styles.number}>
        {t(`Inventory.${column}`)}
      </span>
    ))}
  </div>
)

/** What a key does with a cell; false for a key that does nothing. */
function actOn(cell: Cell | undefined, key: string, { onOpen, onTicket, refusalOf }: Props): boolean {
  const ticket = TICKETS[key.toLowerCase()]
  const position = cell?.position
  if (position === undefined || (key !== 'Enter' && ticket === undefined)) return false
  if (ticket === undefined) onOpen(cellId(cell as Cell))
  else if (refusalOf(position) === undefined) onTicket(ticket, position)
  return true
}

function Subtotal({ group, columns }: { group: Group; columns: number }) {
  // What is only on its way has a row, and nothing to add.
  const held = group.totals.filter(({ quantity }) => quantity > 0n)
  return (
    <div role="row" className={styles.subtotal}>
      <span role="gridcell" aria-colspan={columns}>
        <strong>{groupName(group.key)}</strong>
        {held.map(({ unit, decimals, quantity, available }) => (
          <span key={unit} className={styles.total}>
            {t('Inventory.subtotal', {
              available: formatQuantity(available, decimals),
              quantity: formatQuantity(quantity, decimals),
              unit: unitText(unit),
            })}
          </span>
        ))}
      </span>
    </div>
  )
}

const TYPES: readonly string[] = ['BOND', 'FUND', 'PRIVATE']

function groupName(key: string): string {
  if (key === 'NONE') return t('Inventory.type_NONE')
  return TYPES.includes(key)
    ? tLoose(`InstrumentType.${key as 'BOND'}`, {})
    : unitText(key as Parameters<typeof unitText>[0])
}

function Numbers({ row, returnDay }: { row: Row; returnDay: string | undefined }) {
  const { quantity, available, decimals, unit } = row
  const percent = quantity === 0n ? undefined : Number((available * 1000n) / quantity) / 10
  return (
    <>
      <span role="gridcell" className={styles.number}>
        <strong>
          <Figure text={formatQuantity(available, decimals)} />
        </strong>
        <span className={styles.unit}>{unitText(unit)}</span>
      </span>
      <span role="gridcell" className={styles.number}>
        <span className={styles.label}>{t('Inventory.share')}</span>
        {percent !== undefined && t('Inventory.percent', { percent })}
      </span>
      <span role="gridcell" className={styles.number}>
        <span className={styles.label}>{t('Inventory.returns')}</span>
        {returnDay === undefined ? (
          <span className={styles.unit}>{t('Inventory.no_return')}</span>
        ) : (
          formatIsoDay(returnDay)
        )}
      </span>
    </>
  )
}

const LEGEND = ['available', 'yours', 'counterparty', 'custodian', 'incoming'] as const

const Legend = () => (
  <div className={styles.legend}>
    <ul>
      {LEGEND.map((part) => (
        <li key={part}>
          <span className={styles.sample} data-part={part} aria-hidden />
          {t(`Inventory.legend_${part}`)}
        </li>
      ))}
    </ul>
    <p>
      {t('Inventory.scale')} <span className={styles.keys}>{t('Inventory.keys')}</span>
    </p>
  </div>
)
