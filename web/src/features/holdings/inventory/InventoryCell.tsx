import type { Transfer } from '@connex/protocol'
import { formatIsoDay, formatQuantity } from '../../../lib/format.ts'
import { useTenantNames } from '../../../lib/tenants.ts'
import { t } from '../../../messages/t.ts'
import { transferName } from '../../../shared/desk/transferName.ts'
import { Tooltip } from '../../../ui/tooltip/Tooltip.tsx'
import { Suspended } from '../HoldingCard.tsx'
import styles from './InventoryCell.module.css'
import {
  cellId,
  compactQuantity,
  type Cell,
  type InventoryActions,
  type Row,
  type Segment,
} from './inventory.ts'

type Props = InventoryActions & {
  /** Custodian and account. */
  column: string
  row: Row
  cell: Cell | undefined
  /** Its registry is suspended: nothing in it moves. */
  isSuspended: boolean
  widthOf: (row: Row, quantity: bigint) => number
  /** Its place in the grid. */
  address: string
  hasFocus: boolean
  onFocus: () => void
}

const TURNS = {
  PENDING: 'yours',
  PENDING_COUNTERPARTY: 'counterparty',
  PENDING_CUSTODIAN: 'custodian',
  SETTLED: undefined,
  CANCELED: undefined,
} as const satisfies Record<Transfer['state'], string | undefined>

/** One instrument in one account, as a bar. The mouse opens each of its parts, the keyboard the holding with all of them. */
export function InventoryCell(props: Props) {
  const { column, cell, isSuspended, address, hasFocus, onFocus } = props
  return (
    <div
      role="gridcell"
      className={styles.cell}
      data-cell={address}
      data-empty={cell === undefined || undefined}
      data-suspended={isSuspended || undefined}
      tabIndex={hasFocus ? 0 : -1}
      aria-label={cell === undefined ? t('Inventory.nothing', { column }) : undefined}
      onFocus={onFocus}
    >
      <span className={styles.column}>{column}</span>
      {cell !== undefined && <Bar {...props} cell={cell} />}
      {isSuspended && <Suspended />}
    </div>
  )
}

function Bar({ row, cell, widthOf, onOpen, onTicket, refusalOf }: Props & { cell: Cell }) {
  const nameOf = useTenantNames()
  const { available, earmarked, otherwiseEarmarked, incoming, position } = cell
  const refusal = position === undefined ? undefined : refusalOf(position)
  const whole = incoming.reduce((sum, { quantity }) => sum + quantity, cell.quantity)
  const create = t('Inventory.create', { quantity: formatQuantity(available, row.decimals) })
  return (
    <span className={styles.bar}>
      {available > 0n && (
        <Part
          part="available"
          width={widthOf(row, available)}
          text={refusal === undefined ? create : t('Inventory.refused', { reason: refusal })}
          label={compactQuantity(available, row.decimals)}
          onClick={() => {
            if (position !== undefined && refusal === undefined) onTicket('ANY', position)
          }}
        />
      )}
      {[...earmarked, ...incoming].map((segment) => (
        <Part
          key={segment.transfer.deliveryId}
          part={incoming.includes(segment) ? 'incoming' : 'earmarked'}
          turn={TURNS[segment.transfer.state]}
          width={widthOf(row, segment.quantity)}
          text={segmentText(segment, row, nameOf, incoming.includes(segment))}
          label={compactQuantity(segment.quantity, row.decimals)}
          onClick={() => onOpen(segment.transfer.deliveryId)}
        />
      ))}
      {otherwiseEarmarked > 0n && (
        <Part
          part="earmarked"
          width={widthOf(row, otherwiseEarmarked)}
          text={t('Inventory.otherwise', { quantity: formatQuantity(otherwiseEarmarked, row.decimals) })}
          label={compactQuantity(otherwiseEarmarked, row.decimals)}
          onClick={() => onOpen(cellId(cell))}
        />
      )}
      {widthOf(row, whole) < NARROW && (
        <span className={styles.after} aria-hidden>
          {cell.quantity > 0n
            ? compactQuantity(cell.quantity, row.decimals)
            : `+${compactQuantity(whole, row.decimals)}`}
        </span>
      )}
    </span>
  )
}

/** In percent of a column: a narrower bar has its quantity beside it. */
const NARROW = 45

type PartProps = {
  part: 'available' | 'earmarked' | 'incoming'
  turn?: 'yours' | 'counterparty' | 'custodian' | undefined
  width: number
  /** What it is, and what a click does. */
  text: string
  /** Inside it, where it is wide enough. */
  label: string
  onClick: () => void
}

const Part = ({ part, turn, width, text, label, onClick }: PartProps) => (
  <Tooltip text={text}>
    <button
      type="button"
      // The cell is the keyboard's stop.
      tabIndex={-1}
      className={styles.part}
      data-part={part}
      data-turn={turn}
      aria-label={`${label}: ${text}`}
      style={{ width: `${width}%` }}
      onClick={onClick}
    >
      <span className={styles.label} aria-hidden>
        {label}
      </span>
    </button>
  </Tooltip>
)

function segmentText(
  { transfer, quantity }: Segment,
  { decimals }: Row,
  nameOf: (address: Transfer['counterpartyAddr']) => string,
  isIncoming: boolean,
): string {
  const facts = {
    title: transferName(transfer, nameOf),
    quantity: formatQuantity(quantity, decimals),
    state: t(`TransferState.${transfer.state}`),
  }
  const day = transfer.repo?.repurchaseDate
  const deal =
    day === undefined
      ? t('Inventory.deal', facts)
      : t('Inventory.deal_returns', { ...facts, day: formatIsoDay(day) })
  return isIncoming ? t('Inventory.deal_incoming', { deal }) : deal
}
