// Rows as transfers. Everything that is wrong with a file is found in one round: each cell's form first, then the names, then
// what the ledger has, as far as the cells before them are right.
import { formatCash } from '@connex/protocol'
import type { TransferKind } from '@connex/protocol'
import { readLoan, readMargin } from '@connex/protocol/deals'
import type { DealDetails } from '@connex/protocol/deals'
import type { NewTransfer } from '@connex/sdk'
import { CliError } from '../../CliError.ts'
import type { Fault } from '../../CliError.ts'
import { findCounterparty, findCustodian } from '../../directory/directory.ts'
import type { Directory } from '../../directory/directory.ts'
import { checkAsset } from '../../directory/inventory.ts'
import type {
  AssetPart,
  CustodianInventory,
  InventoryLoader,
  ResolvedAsset,
} from '../../directory/inventory.ts'
import { loanOptions, loanStart, marginOptions, termLines } from '../../directory/openingTerms.ts'
import { checkRepurchaseDate, midnightOf, readRepoTerms } from '../../directory/transferOptions.ts'
import { suggest } from '../../terminal/text.ts'
import { COLUMNS, importColumns, titleOf, useOf } from './columns.ts'
import type { Cells, ImportColumn } from './columns.ts'
import type { CsvRow, CsvTable } from './csvFile.ts'

export type ReadTransfer = { readonly row: number; readonly text: string; readonly transfer: NewTransfer }

export type ReadTransfers = { readonly transfers: readonly ReadTransfer[]; readonly faults: readonly Fault[] }

/** Each row as a transfer, and the problems of all cells. */
export async function readTransfers(
  table: CsvTable,
  directory: Directory,
  inventoryOf: InventoryLoader,
): Promise<ReadTransfers> {
  const { faults: titleFaults, absent } = readTitles(table.titles)
  const faults: Fault[] = [...titleFaults, ...table.faults]
  const transfers: ReadTransfer[] = []
  for (const row of table.rows) {
    const reader = openRow(row, absent)
    const read = await readTransfer(reader, directory, inventoryOf)
    faults.push(...reader.faults.toSorted((left, right) => placeOf(left) - placeOf(right)))
    if (read !== undefined) transfers.push({ row: row.row, ...read })
  }
  return { transfers, faults: faults.sort((left, right) => left.row - right.row) }
}

const placeOf = ({ column }: Fault): number => COLUMNS.findIndex((one) => titleOf(one) === column)

/** Unknown and absent titles. An absent column is reported once, not for each row. */
function readTitles(titles: readonly string[]): { faults: Fault[]; absent: ReadonlySet<ImportColumn> } {
  const known = COLUMNS.map(titleOf)
  const unknown = titles.filter((title) => !known.includes(title))
  const meant = unknown.map((title) => suggest(title, known))
  const absent = COLUMNS.filter(
    (column) => importColumns[column].isRequired && !titles.includes(titleOf(column)),
  )
  const faults = [
    ...unknown.map((title, index) => ({ column: title, message: unknownColumn(meant[index], known) })),
    ...absent
      .filter((column) => !meant.includes(titleOf(column)))
      .map((column) => ({
        column: titleOf(column),
        message: `The column is missing: ${importColumns[column].help}.`,
      })),
  ]
  return { faults: faults.map((fault) => ({ row: 1, ...fault })), absent: new Set(absent) }
}

const unknownColumn = (near: string | undefined, known: readonly string[]): string =>
  near === undefined ? `Unknown column. The columns are: ${known.join(', ')}.` : `Did you mean '${near}'?`

/** A row while it is read: its parsed cells, undefined where one is wrong or empty, and what is wrong. */
type RowReader = {
  readonly cells: Partial<Cells>
  readonly faults: Fault[]
  readonly report: (column: ImportColumn, message: string) => void
  /** Undefined after a `CliError`, which is reported. */
  readonly attempt: <Value>(column: ImportColumn, read: () => Value) => Value | undefined
  readonly isWrong: (column: ImportColumn) => boolean
}

function openRow({ row, cells: typed }: CsvRow, absent: ReadonlySet<ImportColumn>): RowReader {
  const faults: Fault[] = []
  const wrong = new Set(absent)
  const report = (column: ImportColumn, message: string): void => {
    wrong.add(column)
    faults.push({ row, column: titleOf(column), message })
  }
  const attempt = <Value>(column: ImportColumn, read: () => Value): Value | undefined => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      report(column, error.message)
      return undefined
    }
  }
  const read = COLUMNS.filter((column) => !absent.has(column)).map((column) => {
    const text = typed.get(titleOf(column)) ?? ''
    const option = importColumns[column]
    return [column, attempt(column, () => option.read(text === '' ? [] : [text], titleOf(column)))]
  })
  // `importColumns` has parsed each value.
  const cells = Object.fromEntries(read) as Partial<Cells>
  return { cells, faults, report, attempt, isWrong: (column) => wrong.has(column) }
}

type AssetColumns = Record<AssetPart, ImportColumn>

const OWN = { instrument: 'instrument', account: 'account', quantity: 'quantity' } as const
const RECEIVED = {
  instrument: 'receiveInstrument',
  account: 'receiveAccount',
  quantity: 'receiveQuantity',
} as const satisfies AssetColumns

async function readTransfer(
  row: RowReader,
  directory: Directory,
  inventoryOf: InventoryLoader,
): Promise<Omit<ReadTransfer, 'row'> | undefined> {
  const { cells, attempt } = row
  const { type } = cells
  if (type !== undefined) {
    reportEmpty(row, type)
    reportUnused(row, type)
  }
  const custodian =
    cells.custodian && attempt('custodian', () => findCustodian(directory, cells.custodian ?? ''))
  const counterparty =
    cells.counterparty && attempt('counterparty', () => findCounterparty(directory, cells.counterparty ?? ''))
  const inventory = custodian ? await inventoryOf(custodian) : undefined
  const isOutgoing = type === 'SEC_LEND' || cells.direction === 'DELIVER'
  const asset = readAsset(row, OWN, { inventory, isOutgoing })
  const received =
    type === 'SEC_LEND' ? readAsset(row, RECEIVED, { inventory, isOutgoing: false }) : undefined
  const { purchaseDate, repurchaseDate } = cells
  if (type === 'REPO' && purchaseDate !== undefined)
    attempt('repurchaseDate', () => checkRepurchaseDate(purchaseDate, repurchaseDate))
  const agreed = readAgreed(row, type)
  if (row.faults.length > 0 || asset === undefined || !counterparty) return undefined
  // Every required cell is right.
  return transferOf(cells as Cells, { asset, received, counterparty, agreed })
}

type Agreed = Pick<DealDetails, 'loan' | 'margin'>

/** The terms that a row adds to its legs. */
function readAgreed({ cells, report, isWrong }: RowReader, type: TransferKind | undefined): Agreed {
  if (type === undefined || type === 'FOP') return {}
  const { margin, faults: ofMargin } = readMargin(type, cells)
  const { loan, faults: ofLoan } = type === 'SEC_LEND' ? readLoan(cells, loanStart(cells)) : { faults: {} }
  const faults: Partial<Record<ImportColumn, string>> = { ...ofMargin, ...ofLoan }
  for (const column of COLUMNS) {
    const message = faults[column]
    if (message !== undefined && !isWrong(column)) report(column, message)
  }
  return { margin, loan }
}

function reportEmpty({ cells, isWrong, report }: RowReader, type: TransferKind): void {
  for (const column of COLUMNS)
    if (useOf(column, type) === 'required' && cells[column] === undefined && !isWrong(column))
      report(column, `Required for type ${type}: ${importColumns[column].help.replace(/\.$/, '')}.`)
}

/** Terms of margin and of a loan are agreed on, so that none is left out silently. */
function reportUnused({ cells, report }: RowReader, type: TransferKind): void {
  for (const column of COLUMNS)
    if ((column in marginOptions || column in loanOptions) && useOf(column, type) === 'unused')
      if (cells[column] !== undefined) report(column, `Not a term of type ${type}: leave the cell empty.`)
}

function readAsset(
  { cells, report }: RowReader,
  columns: typeof OWN | typeof RECEIVED,
  { inventory, isOutgoing }: { inventory: CustodianInventory | undefined; isOutgoing: boolean },
): ResolvedAsset | undefined {
  const { resolved, faults } = checkAsset(inventory, {
    instrument: cells[columns.instrument],
    account: cells[columns.account],
    quantity: cells[columns.quantity],
    isOutgoing,
  })
  for (const { part, error } of faults) report(columns[part], error.message)
  return resolved
}

type Parts = {
  readonly asset: ResolvedAsset
  readonly received: ResolvedAsset | undefined
  readonly counterparty: Directory['counterparties'][number]
  readonly agreed: Agreed
}

function transferOf(
  cells: Cells,
  { asset: { asset, text }, received, counterparty, agreed }: Parts,
): Omit<ReadTransfer, 'row'> | undefined {
  const { type, direction, description, reference, purchaseDate, purchasePrice, rate } = cells
  const valueDate = midnightOf(cells.valueDate)
  const common = { direction, counterpartyAddr: counterparty.address, description, valueDate, reference }
  const isOutgoing = type === 'SEC_LEND' || direction === 'DELIVER'
  const movement = `${text} ${isOutgoing ? 'to' : 'from'} ${counterparty.name}`
  const more = termLines({ reference, ...agreed })
    .map((line) => `; ${line}`)
    .join('')
  if (type === 'FOP')
    return {
      text: `FoP: ${movement}${more}`,
      transfer: { transferType: type, parameters: { ...asset, ...common } },
    }
  if (type === 'SEC_LEND') {
    if (received === undefined) return undefined
    const parameters = { ...common, ...agreed, deliver: asset, receive: received.asset }
    const transfer = { transferType: type, parameters }
    return { text: `Sec. Lend: ${movement} against ${received.text}${more}`, transfer }
  }
  if (purchaseDate === undefined || purchasePrice === undefined || rate === undefined) return undefined
  const terms = readRepoTerms({ ...cells, purchaseDate, purchasePrice, rate })
  const parameters = { ...asset, ...common, ...agreed, terms, cashCurrency: cells.currency }
  return {
    text: `Repo: ${movement} for ${formatCash(terms.purchasePrice, cells.currency)}${more}`,
    transfer: { transferType: type, parameters },
  }
}
