import { readFileSync, statSync } from 'node:fs'
import { Cash, Currency, DEFAULT_CURRENCY, DayCount, TRANSFER_KINDS } from '@connex/protocol'
import type { NewTransfer } from '@connex/sdk'
import { parse } from 'csv-parse/sync'
import { CliError } from '../CliError.ts'
import type { CliErrorCode, Fault } from '../CliError.ts'
import { choice, required, scalar, withDefault } from '../command/Option.ts'
import type { Option, Values } from '../command/Option.ts'
import { optionName } from '../command/commandLine.ts'
import { findCounterparty, findCustodian } from '../directory/directory.ts'
import { resolveAsset } from '../directory/inventory.ts'
import type { InventoryLoader } from '../directory/inventory.ts'
import type { Investor } from '../directory/investor.ts'
import * as terms from '../directory/transferOptions.ts'
import { midnightOf, readRepoTerms } from '../directory/transferOptions.ts'
import { suggest } from '../terminal/text.ts'

/** The columns of a file of transfers, read as the options of the same names are. */
export const importColumns = {
  type: required(choice(TRANSFER_KINDS, 'the kind of transfer')),
  direction: terms.direction('DELIVER or RECEIVE, as your tenant sees it'),
  custodian: terms.custodian,
  counterparty: terms.counterparty,
  instrument: terms.instrument,
  account: required(terms.account('your account')),
  quantity: terms.quantity,
  description: terms.description,
  valueDate: terms.valueDate,
  purchaseDate: terms.dayOf('of a repo: when the securities are bought'),
  repurchaseDate: terms.dayOf('of a repo: when they are bought back'),
  purchasePrice: scalar(
    Cash,
    'AMOUNT',
    'of a repo: the cash',
    'is an amount with two decimals such as 98000.00',
  ),
  currency: withDefault(choice(Currency.options, "of a repo: the cash's currency"), DEFAULT_CURRENCY),
  rate: terms.termText('RATE', 'of a repo: per cent a year'),
  dayCount: withDefault(choice(DayCount.options, 'of a repo: how days are counted'), 'ACT/360'),
  receiveInstrument: terms.termText(
    'ID',
    'of a loan: what you receive; the other columns are what you deliver',
  ),
  receiveAccount: terms.account('of a loan: your account that it comes into'),
  receiveQuantity: terms.termText('N', 'of a loan: how much of it'),
}

export type ReadTransfer = { readonly row: number; readonly text: string; readonly transfer: NewTransfer }

export type ReadTransfers = { readonly transfers: readonly ReadTransfer[]; readonly faults: readonly Fault[] }

type Cells = Values<typeof importColumns>
type Column = keyof Cells

/** `valueDate` → 'value-date', as it stands above the column. */
export const titleOf = (column: string): string => optionName(column).slice(2)

/** Every row as a transfer, and everything that is wrong with any of them. */
export async function readTransfers(
  table: CsvTable,
  { directory }: Investor,
  inventoryOf: InventoryLoader,
): Promise<ReadTransfers> {
  const known = Object.keys(importColumns).map(titleOf)
  const faults: Fault[] = table.titles
    .filter((title) => !known.includes(title))
    .map((title) => ({ row: 1, column: title, message: unknownColumn(title, known) }))
  const transfers: ReadTransfer[] = []
  for (const row of table.rows) {
    const cells = readCells(row)
    if ('faults' in cells) faults.push(...cells.faults)
    else {
      const read = await readTransfer(cells.values, directory, inventoryOf).catch((error: unknown) =>
        faultOf(row, error),
      )
      if ('column' in read) faults.push(read)
      else transfers.push({ row: row.row, ...read })
    }
  }
  return { transfers, faults }
}

function unknownColumn(title: string, known: readonly string[]): string {
  const near = suggest(title, known)
  return near === undefined
    ? `There is no such column; there are: ${known.join(', ')}.`
    : `Did you mean '${near}'?`
}

function readCells({ row, cells }: CsvRow): { values: Cells } | { faults: Fault[] } {
  const faults: Fault[] = []
  const values = Object.entries<Option<unknown>>(importColumns).map(([key, option]) => {
    const column = titleOf(key)
    const text = cells.get(column) ?? ''
    try {
      return [key, option.read(text === '' ? [] : [text], column)]
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      faults.push({ row, column, message: error.message })
      return [key, undefined]
    }
  })
  // Each was read by the option of its own name.
  return faults.length > 0 ? { faults } : { values: Object.fromEntries(values) as Cells }
}

async function readTransfer(
  cells: Cells,
  directory: Investor['directory'],
  inventoryOf: InventoryLoader,
): Promise<Omit<ReadTransfer, 'row'>> {
  const { type, direction, instrument, account, quantity, description } = cells
  const custodian = findCustodian(directory, cells.custodian)
  const counterparty = findCounterparty(directory, cells.counterparty)
  const isOutgoing = type === 'SEC_LEND' || direction === 'DELIVER'
  const { asset, text } = await resolveAsset(inventoryOf, {
    custodian,
    instrument,
    account,
    quantity,
    isOutgoing,
  })
  const common = {
    direction,
    counterpartyAddr: counterparty.address,
    description,
    valueDate: midnightOf(cells.valueDate),
  }
  const way = isOutgoing ? `${text} to ${counterparty.name}` : `${text} from ${counterparty.name}`
  if (type === 'FOP')
    return { text: `FoP: ${way}`, transfer: { transferType: type, parameters: { ...asset, ...common } } }
  if (type === 'REPO') {
    const terms = readRepoTerms({
      purchaseDate: needed(cells, 'purchaseDate'),
      repurchaseDate: cells.repurchaseDate,
      purchasePrice: needed(cells, 'purchasePrice'),
      rate: needed(cells, 'rate'),
      dayCount: cells.dayCount,
    })
    const parameters = { ...asset, ...common, terms, cashCurrency: cells.currency }
    return {
      text: `Repo: ${way} for ${terms.purchasePrice} ${cells.currency}`,
      transfer: { transferType: type, parameters },
    }
  }
  const back = await resolveAsset(inventoryOf, {
    custodian,
    instrument: needed(cells, 'receiveInstrument'),
    account: needed(cells, 'receiveAccount'),
    quantity: needed(cells, 'receiveQuantity'),
    isOutgoing: false,
  }).catch((error: unknown) => {
    throw error instanceof CliError ? new ReceiveFault(error) : error
  })
  const parameters = { ...common, deliver: asset, receive: back.asset }
  return { text: `Sec. Lend: ${way} against ${back.text}`, transfer: { transferType: type, parameters } }
}

/** Of the second asset of a row, whose columns have names of their own. */
class ReceiveFault extends Error {
  override readonly cause: CliError

  constructor(cause: CliError) {
    super(cause.message)
    this.cause = cause
  }
}

function needed<Key extends Column>(cells: Cells, column: Key): NonNullable<Cells[Key]> {
  const value = cells[column]
  if (value == null) throw new MissingCell(column, cells.type)
  return value
}

class MissingCell extends Error {
  readonly column: Column

  constructor(column: Column, type: string) {
    super(`A row of type ${type} needs it: ${importColumns[column].help}.`)
    this.column = column
  }
}

const columnsOf: Partial<Record<CliErrorCode, Column>> = {
  unknownName: 'custodian',
  ambiguous: 'custodian',
  instrumentUnknown: 'instrument',
  accountUnknown: 'account',
  quantityWrong: 'quantity',
  quantityTooLarge: 'quantity',
  rateWrong: 'rate',
  repurchaseTooEarly: 'repurchaseDate',
}

function faultOf({ row }: CsvRow, error: unknown): Fault {
  if (error instanceof MissingCell) return { row, column: titleOf(error.column), message: error.message }
  const isReceive = error instanceof ReceiveFault
  const cause = isReceive ? error.cause : error
  if (!(cause instanceof CliError)) throw error
  const isCounterparty = cause.code === 'unknownName' && cause.message.startsWith('There is no counterparty')
  const column = isCounterparty ? 'counterparty' : columnsOf[cause.code]
  if (column === undefined) throw cause
  return { row, column: isReceive ? `receive-${titleOf(column)}` : titleOf(column), message: cause.message }
}

const mostBytes = 2 ** 20

/** One row below the titles: its number as a spreadsheet shows it, and its cells by their column's title. */
export type CsvRow = { readonly row: number; readonly cells: ReadonlyMap<string, string> }

export type CsvTable = { readonly titles: readonly string[]; readonly rows: readonly CsvRow[] }

/** A file of commas, or of semicolons as some spreadsheets write them; rows without any text are passed over. */
export function readCsv(file: string): CsvTable {
  const lines = parseText(file, readText(file))
  const titles = (lines[0] ?? []).map((title) => title.trim().toLowerCase())
  const repeated = titles.find((title, index) => titles.indexOf(title) !== index)
  if (repeated !== undefined)
    throw CliError.of('importUnreadable', file, `the column '${repeated}' stands twice`)
  const rows = lines.slice(1).flatMap((line, index) => {
    if (line.every((cell) => cell.trim() === '')) return []
    if (line.length > titles.length)
      throw CliError.of('importUnreadable', file, `row ${index + 2} has more cells than there are columns`)
    return [{ row: index + 2, cells: new Map(titles.map((title, at) => [title, line[at]?.trim() ?? ''])) }]
  })
  if (rows.length === 0) throw CliError.of('importUnreadable', file, 'there is no row below the titles')
  return { titles, rows }
}

function readText(file: string): string {
  try {
    if (statSync(file).size > mostBytes) throw CliError.of('importUnreadable', file, 'it is larger than 1 MB')
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    if (error instanceof CliError) throw error
    if (error instanceof TypeError) throw CliError.of('importUnreadable', file, 'it is no text in UTF-8')
    throw CliError.of('fileUnreadable', file, (error as NodeJS.ErrnoException).code ?? 'unknown')
  }
}

function parseText(file: string, text: string): string[][] {
  const [titles = ''] = text.split(/\r?\n/, 1)
  const delimiter = titles.includes(';') && !titles.includes(',') ? ';' : ','
  try {
    return parse(text, { delimiter, relaxColumnCount: true, skipEmptyLines: false })
  } catch (error) {
    throw CliError.of('importUnreadable', file, (error as Error).message)
  }
}
