// Holdings as an inventory: a row for each instrument, a column for each account, and a bar for what is held, earmarked and on
// its way.
import type {
  Address,
  DueEvent,
  InstrumentType,
  Position,
  Transfer,
  TransferKind,
  Unit,
} from '@connex/protocol'
import { holdingId, isEarmarkedBy, type HoldingKey } from '../holdingQueries.ts'

export type Ticket = 'ANY' | TransferKind

/** What a bar leads to. */
export type InventoryActions = {
  /** Opens a holding, or a transfer. */
  onOpen: (rowId: string) => void
  /** Opens a form for everything that is available. */
  onTicket: (ticket: Ticket, position: Position) => void
  /** Why the form cannot be opened; undefined if it can. */
  refusalOf: (position: Position) => string | undefined
}

/** One account with one custodian. */
export type AccountColumn = Pick<Position, 'registryManagerAddr' | 'registrarAddr' | 'account'> & {
  key: string
}

/** A part of a bar: what one transfer earmarks, or brings. */
export type Segment = { transfer: Transfer; quantity: bigint }

export type Cell = {
  holding: HoldingKey
  /** Undefined while everything is still on its way. */
  position: Position | undefined
  quantity: bigint
  available: bigint
  earmarked: Segment[]
  /** Earmarked by something that the user may not read. */
  otherwiseEarmarked: bigint
  incoming: Segment[]
}

export type Row = {
  /** The instrument's id. */
  key: string
  identifier: string
  label: string | null
  unit: Unit
  decimals: number
  cells: Map<string, Cell>
  quantity: bigint
  available: bigint
}

export type Inventory = { columns: AccountColumn[]; rows: Row[] }

type Place = AccountColumn & { holding: HoldingKey }
type Instrument = Pick<Row, 'key' | 'identifier' | 'label' | 'unit' | 'decimals'>

/** From positions and pending transfers, by instrument name and custodian. */
export function inventoryOf(
  positions: readonly Position[],
  pending: readonly Transfer[],
  viewer: Address,
): Inventory {
  const columns = new Map<string, AccountColumn>()
  const rows = new Map<string, Row>()
  const cellAt = ({ holding, ...column }: Place, instrument: Instrument): Cell => {
    columns.set(column.key, columns.get(column.key) ?? column)
    const row = rows.get(instrument.key) ?? emptyRow(instrument)
    rows.set(instrument.key, row)
    const cell = row.cells.get(column.key) ?? emptyCell(holding)
    row.cells.set(column.key, cell)
    return cell
  }
  for (const position of positions) {
    const cell = cellAt(placeOf(position), { ...position, key: position.instrumentId })
    cell.position = position
    cell.quantity += BigInt(position.quantity)
    cell.available += BigInt(position.available)
    cell.otherwiseEarmarked += BigInt(position.earmarked)
  }
  for (const { place, instrument, segment, side } of pending.flatMap((one) => segmentsOf(one, viewer))) {
    const cell = cellAt(place, instrument)
    if (side === 'incoming') cell.incoming.push(segment)
    // The position is the ledger's word on how much is earmarked; transfers say for what.
    else if (segment.quantity <= cell.otherwiseEarmarked) {
      cell.earmarked.push(segment)
      cell.otherwiseEarmarked -= segment.quantity
    }
  }
  for (const row of rows.values())
    for (const { quantity, available } of row.cells.values()) {
      row.quantity += quantity
      row.available += available
    }
  return { columns: [...columns.values()].sort(byCustodian), rows: [...rows.values()].sort(byName) }
}

const emptyRow = (instrument: Instrument): Row => ({
  ...instrument,
  cells: new Map<string, Cell>(),
  quantity: 0n,
  available: 0n,
})

const emptyCell = (holding: HoldingKey): Cell => ({
  holding,
  position: undefined,
  quantity: 0n,
  available: 0n,
  earmarked: [],
  otherwiseEarmarked: 0n,
  incoming: [],
})

type PlaceKey = HoldingKey & Pick<Position, 'registrarAddr'>

const placeOf = ({ registryManagerAddr, registrarAddr, registryId, account }: PlaceKey): Place => ({
  key: `${registryManagerAddr}.${registrarAddr}.${account}`,
  registryManagerAddr,
  registrarAddr,
  account,
  holding: { registryManagerAddr, registryId, account },
})

const byCustodian = (one: AccountColumn, other: AccountColumn): number =>
  one.registrarAddr.localeCompare(other.registrarAddr) ||
  one.account.localeCompare(other.account, 'en', NUMERIC)
const byName = (one: Row, other: Row): number =>
  (one.label ?? one.identifier).localeCompare(other.label ?? other.identifier, 'en', NUMERIC)
const NUMERIC = { numeric: true }

type Placed = { place: Place; instrument: Instrument; segment: Segment; side: 'outgoing' | 'incoming' }

/** What a pending transfer earmarks in an own account, and what it brings into one that is known already. */
function segmentsOf(transfer: Transfer, viewer: Address): Placed[] {
  return (['deliver', 'receive'] as const).flatMap((side): Placed[] => {
    const asset = transfer[side]
    const account = asset?.account
    if (asset === null || !account || asset.instrumentId === null) return []
    const leg = transfer.legs.find(
      (one) =>
        one.assetId === asset.registryId && (side === 'deliver' ? one.sender : one.receiver) === viewer,
    )
    if (leg === undefined || (side === 'deliver' && !isEarmarkedBy(transfer, viewer))) return []
    const { registryId, instrumentId, identifier, label, unit, decimals } = asset
    const place = {
      registryManagerAddr: leg.assetManagerAddr,
      registrarAddr: leg.registrar,
      registryId,
      account,
    }
    return [
      {
        place: placeOf(place),
        instrument: { key: instrumentId, identifier: identifier ?? '', label, unit, decimals },
        segment: { transfer, quantity: BigInt(asset.quantity) },
        side: side === 'deliver' ? 'outgoing' : 'incoming',
      },
    ]
  })
}

/** Units of different decimals compare at this many. */
const FINEST = 18
const fine = (quantity: bigint, decimals: number): bigint => quantity * 10n ** BigInt(FINEST - decimals)

/**
 * How wide a quantity is drawn, in percent of a column: the largest bar of the same unit fills it.
 *
 * @example
 * const widthOf = scaleOf(inventory.rows)
 * widthOf(row, cell.available) // 42.5
 */
export function scaleOf(
  rows: readonly Row[],
): (row: Pick<Row, 'unit' | 'decimals'>, quantity: bigint) => number {
  const largest = new Map<Unit, bigint>()
  for (const { unit, decimals, cells } of rows)
    for (const { quantity, incoming } of cells.values()) {
      const whole = fine(
        incoming.reduce((sum, one) => sum + one.quantity, quantity),
        decimals,
      )
      if (whole > (largest.get(unit) ?? 0n)) largest.set(unit, whole)
    }
  return ({ unit, decimals }, quantity) => {
    const whole = largest.get(unit) ?? 0n
    return whole === 0n ? 0 : Number((fine(quantity, decimals) * 10_000n) / whole) / 100
  }
}

export type Grouping = 'type' | 'unit'
export type Total = Pick<Row, 'unit' | 'decimals' | 'quantity' | 'available'>
export type Group = { key: string; rows: Row[]; totals: Total[] }

/** Rows by the type of their instrument or by unit, with a subtotal for each unit: amounts of two units are never added. */
export function groupsOf(
  rows: readonly Row[],
  grouping: Grouping,
  typeOf: (instrumentId: string) => InstrumentType | undefined,
): Group[] {
  const groups = Map.groupBy(rows, (row) => (grouping === 'unit' ? row.unit : (typeOf(row.key) ?? 'NONE')))
  return [...groups]
    .map(([key, members]) => ({ key, rows: members, totals: totalsOf(members) }))
    .sort((one, other) => one.key.localeCompare(other.key))
}

function totalsOf(rows: readonly Row[]): Total[] {
  return [...Map.groupBy(rows, ({ unit }) => unit)].map(([unit, members]) => {
    const decimals = Math.max(...members.map((row) => row.decimals))
    const sum = (column: 'quantity' | 'available') =>
      members.reduce((total, row) => total + row[column] * 10n ** BigInt(decimals - row.decimals), 0n)
    return { unit, decimals, quantity: sum('quantity'), available: sum('available') }
  })
}

const STEPS = [
  [1_000_000_000n, 'bn'],
  [1_000_000n, 'm'],
  [1_000n, 'k'],
] as const

/** A quantity short enough for a bar, marked where digits are left out: `compactQuantity(127_500_000n, 2)` → '1.275 m' */
export function compactQuantity(quantity: bigint, decimals: number): string {
  const unit = 10n ** BigInt(decimals)
  const [size, sign] = STEPS.find(([step]) => quantity >= step * unit) ?? [1n, '']
  const thousandths = (quantity * 1000n) / (size * unit)
  const isExact = thousandths * size * unit === quantity * 1000n
  const fraction = (thousandths % 1000n).toString().padStart(3, '0').replace(/0+$/, '')
  const text = `${thousandths / 1000n}${fraction === '' ? '' : `.${fraction}`}${sign === '' ? '' : ` ${sign}`}`
  return isExact ? text : `~${text}`
}

/** The day on which securities of each instrument come back next. */
export function nextReturns(events: readonly DueEvent[]): Map<string, string> {
  const days = new Map<string, string>()
  for (const { kind, date, incoming } of events) {
    if (kind !== 'REPURCHASE' || date === null) continue
    for (const { instrumentId } of incoming.securities) {
      if (instrumentId === null) continue
      const known = days.get(instrumentId)
      if (known === undefined || date < known) days.set(instrumentId, date)
    }
  }
  return days
}

/** The address of a cell's panel. */
export const cellId = ({ holding }: Cell): string => holdingId(holding)
