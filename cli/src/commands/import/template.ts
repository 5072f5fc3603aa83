// What a person needs to write an import file: a template of each type, and docs/import.md.
import { TRANSFER_KINDS } from '@connex/protocol'
import type { TransferKind } from '@connex/protocol'
import { COLUMNS, importColumns, titleOf, useOf } from './columns.ts'
import type { ImportColumn } from './columns.ts'

const EXAMPLES: Record<Exclude<ImportColumn, 'type'>, string> = {
  direction: 'DELIVER',
  custodian: 'Meridian Registrars',
  counterparty: 'Baltic Trust Bank',
  instrument: 'DE000A2LQ5M4',
  account: '4100118',
  quantity: '1000',
  description: 'Rebalancing',
  valueDate: '2027-01-04',
  reference: 'DESK-4711',
  purchaseDate: '2027-01-04',
  repurchaseDate: '2027-01-11',
  purchasePrice: '98000.00',
  currency: 'EUR',
  rate: '2.14',
  dayCount: 'ACT/360',
  marginMethod: 'B',
  marginRatio: '102',
  haircut: '2',
  substitution: 'ON_CONSENT',
  feeRate: '0.35',
  termType: 'EXTENDABLE',
  startDate: '2027-01-04',
  endDate: '2027-03-04',
  noticeDays: '2',
  minimumFee: '250.00',
  feePrice: 'DAILY_MARK',
  billing: 'MONTHLY',
  receiveInstrument: 'AT0000A2WSC8',
  receiveAccount: '4100118',
  receiveQuantity: '500',
}

/** Where the example depends on the type: a margin method that a ratio and a haircut fit. */
const OWN_EXAMPLES: Record<TransferKind, Partial<Record<ImportColumn, string>>> = {
  FOP: {},
  REPO: { marginRatio: '100' },
  SEC_LEND: { marginMethod: 'LOAN' },
}

const exampleOf = (column: ImportColumn, type: TransferKind): string =>
  column === 'type' ? type : (OWN_EXAMPLES[type][column] ?? EXAMPLES[column])

/** The columns that a type uses, and one row to overwrite; optional columns may be removed or left empty. */
export function templateOf(type: TransferKind): string {
  const columns = COLUMNS.filter((column) => useOf(column, type) !== 'unused')
  const row = columns.map((column) => exampleOf(column, type))
  return `${columns.map(titleOf).join(',')}\n${row.join(',')}\n`
}

/** docs/import.md */
export const importPage = (): string =>
  [
    '# The import file',
    `\`connex import FILE\` creates all transfers of a CSV file in one ledger transaction: all or none. \`connex import -\` reads
standard input, and \`connex import --template repo\` prints a file to fill in. [transfers.csv](examples/transfers.csv) has a row of each type, for the sandbox:`,
    `\`\`\`sh
connex import docs/examples/transfers.csv --dry-run
\`\`\``,
    `All problems of the file are reported at once, with row and column as in a spreadsheet: the format of each cell, names that the
platform does not know, and quantities that are not available. Rows that deliver from the same account are added up.
Nothing is signed until the whole file is right.`,
    '## Columns',
    `The first row has the titles, in any order. A column that no row uses may be left out.`,
    columnTable(),
    `A row’s type ignores the columns that it does not use (–), except those of margin and of loans, from \`margin-method\` to
\`billing\`: terms are never left out silently, so their cells must be empty.`,
    '## Formats',
    `- The file is UTF-8 text with commas, or with semicolons as spreadsheets write it where the comma is the decimal sign. A cell that contains the
  delimiter is in double quotes. It has at most 1 MB; about fifty transfers fit in one transaction.
- Days are \`YYYY-MM-DD\`, in UTC.
- Quantities and amounts are \`1000.50\` or \`1,000.50\` (in quotes, where commas separate the cells). A file with semicolons may also have
  \`1.000,50\` and \`2,14\`. A number that can be read in two ways, such as \`1,5\` with commas, is refused.
- A quantity has at most the decimals of its instrument.
- Names of custodians and counterparties are those of \`connex custodians\` and \`connex admin tenants\`; an address does too. Upper and lower
  case are the same.
- An instrument is its ISIN, another identifier, or its label.`,
  ].join('\n\n') + '\n'

function columnTable(): string {
  const rows = COLUMNS.map((column) => {
    const { help, choices } = importColumns[column]
    const meaning = choices === undefined ? help : `${help}: ${choices.join(', ')}`
    const uses = TRANSFER_KINDS.map((type) => useOf(column, type).replace('unused', '–'))
    return [`\`${titleOf(column)}\``, ...uses, `\`${exampleOf(column, 'FOP')}\``, meaning]
  })
  return tableText([
    ['Column', ...TRANSFER_KINDS.map((type) => `\`${type}\``), 'Example', 'Meaning'],
    ...rows,
  ])
}

/** A Markdown table, its columns padded as the formatter pads them. */
function tableText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const [titles = [], ...others] = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)))
  const line = widths.map((width) => '-'.repeat(width))
  return [titles, line, ...others].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
