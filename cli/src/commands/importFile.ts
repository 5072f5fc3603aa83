import { readFileSync, statSync } from 'node:fs'
import { Cash, Currency, DayCount, DEFAULT_CURRENCY, formatCash, TRANSFER_KINDS } from '@connex/protocol'
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

/** The columns of the file, parsed like the options of the same names. */
export const importColumns = {
  type: required(choice(TRANSFER_KINDS, 'the kind of transfer')),
  direction: terms.direction('DELIVER or RECEIVE, from your tenant’s side'),
  custodian: terms.custodian,
  counterparty: terms.counterparty,
  instrument: terms.instrument,
  account: required(terms.account('your account')),
  quantity: terms.quantity,
  description: terms.description,
  valueDate: terms.valueDate,
  purchaseDate: terms.dayOf('the purchase date (repo)'),
  repurchaseDate: terms.dayOf('the repurchase date (repo)'),
  purchasePrice: scalar(
    Cash,
    'AMOUNT',
    'the purchase price (repo)',
    'must be an amount with two decimals such as 98000.00',
  ),
  currency: withDefault(choice(Currency.options, 'the currency of the cash (repo)'), DEFAULT_CURRENCY),
  rate: terms.termText('RATE', 'the repo rate, % p.a. (repo)'),
  dayCount: withDefault(choice(DayCount.options, 'the day count (repo)'), 'ACT/360'),
  receiveInstrument: terms.termText(
    'ID',
    'the instrument that you receive (loan); the other columns describe your delivery',
  ),
  receiveAccount: terms.account('your account for the receipt (loan)'),
  receiveQuantity: terms.termText('N', 'the quantity that you receive (loan)'),
}

export type ReadTransfer = { readonly row: number; readonly text: string; readonly transfer: NewTransfer }

export type ReadTransfers = { readonly transfers: readonly ReadTransfer[]; readonly faults: readonly Fault[] }

type Cells = Values<typeof importColumns>
type Column = keyof Cells

/** `valueDate` → 'value-date', the column's title in the file. */
export const titleOf = (column: string): string => optionName(column).slice(2)

/** Each row as a transfer, and the problems of all rows. */
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
    ? `Unknown column. The columns are: ${known.join(', ')}.`
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
  // `importColumns` has parsed each value.
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
  const movement = isOutgoing ? `${text} to ${counterparty.name}` : `${text} from ${counterparty.name}`
  if (type === 'FOP')
    return { text: `FoP: ${movement}`, transfer: { transferType: type, parameters: { ...asset, ...common } } }
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
      text: `Repo: ${movement} for ${formatCash(terms.purchasePrice, cells.currency)}`,
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
  return { text: `Sec. Lend: ${movement} against ${back.text}`, transfer: { transferType: type, parameters } }
}

/** A problem with the second asset of a row; its columns begin with `receive-`. */
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
    super(`Required for type ${type}: ${importColumns[column].help}.`)
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

/** A row below the titles: its number in a spreadsheet, and its cells by column title. */
export type CsvRow = { readonly row: number; readonly cells: ReadonlyMap<string, string> }

export type CsvTable = { readonly titles: readonly string[]; readonly rows: readonly CsvRow[] }

/** A file with commas, or with semicolons as some spreadsheets write it; empty rows are skipped. */
export function readCsv(file: string): CsvTable {
  const lines = parseText(file, readText(file))
  const titles = (lines[0] ?? []).map((title) => title.trim().toLowerCase())
  const repeated = titles.find((title, index) => titles.indexOf(title) !== index)
  if (repeated !== undefined)
    throw CliError.of('importUnreadable', file, `the column '${repeated}' appears twice`)
  const rows = lines.slice(1).flatMap((line, index) => {
    if (line.every((cell) => cell.trim() === '')) return []
    if (line.length > titles.length)
      throw CliError.of('importUnreadable', file, `row ${index + 2} has more cells than there are columns`)
    return [{ row: index + 2, cells: new Map(titles.map((title, at) => [title, line[at]?.trim() ?? ''])) }]
  })
  if (rows.length === 0) throw CliError.of('importUnreadable', file, 'it has no row below the titles')
  return { titles, rows }
}

function readText(file: string): string {
  try {
    if (statSync(file).size > mostBytes) throw CliError.of('importUnreadable', file, 'it is larger than 1 MB')
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    if (error instanceof CliError) throw error
    if (error instanceof TypeError) throw CliError.of('importUnreadable', file, 'it is not valid UTF-8 text')
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
