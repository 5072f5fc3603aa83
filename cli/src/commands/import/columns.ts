// The columns of an import file: how each cell is read, and which types of transfer use it. Templates and docs/import.md
// follow from this table.
import { Currency, DayCount, DEFAULT_CURRENCY, parseCash, RepoTerms, TRANSFER_KINDS } from '@connex/protocol'
import type { TransferKind } from '@connex/protocol'
import { choice, required, scalar, value, withDefault } from '../../command/Option.ts'
import type { Option, Values } from '../../command/Option.ts'
import { optionName } from '../../command/commandLine.ts'
import { loanOptions, marginOptions } from '../../directory/openingTerms.ts'
import * as terms from '../../directory/transferOptions.ts'

/** The columns of the file, parsed like the options of the same names. */
export const importColumns = {
  type: required(choice(TRANSFER_KINDS, 'the type of transfer')),
  direction: terms.direction('DELIVER or RECEIVE, from your tenant’s side'),
  custodian: terms.custodian,
  counterparty: terms.counterparty,
  instrument: terms.instrument,
  account: required(terms.account('your account')),
  quantity: terms.quantity,
  description: terms.description,
  valueDate: terms.valueDate,
  reference: terms.reference,
  purchaseDate: terms.dayOf('the purchase date'),
  repurchaseDate: terms.dayOf('the repurchase date; empty for an open repo'),
  purchasePrice: value('AMOUNT', 'the purchase price', (typed) => {
    const { cash } = parseCash(typed)
    return cash === undefined ? { expected: 'must be an amount such as 98,000.00' } : { value: cash }
  }),
  currency: withDefault(choice(Currency.options, 'the currency of the cash'), DEFAULT_CURRENCY),
  rate: scalar(
    RepoTerms.shape.rate,
    'RATE',
    'the repo rate, % p.a.',
    'must be a decimal number such as 2.14',
  ),
  dayCount: withDefault(choice(DayCount.options, 'the day count'), 'ACT/360'),
  ...marginOptions,
  ...loanOptions,
  receiveInstrument: terms.termText(
    'ID',
    'the instrument that you receive; the columns without receive- describe your delivery',
  ),
  receiveAccount: terms.account('your account for the receipt'),
  receiveQuantity: terms.termText('N', 'the quantity that you receive'),
} satisfies Record<string, Option<unknown>>

export type Cells = Values<typeof importColumns>
export type ImportColumn = keyof Cells

/** `valueDate` → 'value-date', the column's title in the file. */
export const titleOf = (column: ImportColumn): string => optionName(column).slice(2)

// The keys of the table above.
export const COLUMNS = Object.keys(importColumns) as ImportColumn[]

/** Columns with numbers: a file with semicolons may write them with a decimal comma. */
export const NUMBERS: readonly ImportColumn[] = [
  'quantity',
  'purchasePrice',
  'rate',
  'marginRatio',
  'haircut',
  'feeRate',
  'minimumFee',
  'receiveQuantity',
]

type Use = 'required' | 'optional' | 'unused'

const MARGIN = {
  marginMethod: 'optional',
  marginRatio: 'optional',
  haircut: 'optional',
  substitution: 'optional',
} as const

const LOAN = {
  feeRate: 'optional',
  termType: 'optional',
  startDate: 'optional',
  endDate: 'optional',
  noticeDays: 'optional',
  minimumFee: 'optional',
  feePrice: 'optional',
  billing: 'optional',
} as const

const OWN_COLUMNS: Record<TransferKind, Partial<Record<ImportColumn, Use>>> = {
  FOP: {},
  REPO: {
    purchaseDate: 'required',
    repurchaseDate: 'optional',
    purchasePrice: 'required',
    currency: 'optional',
    rate: 'required',
    dayCount: 'optional',
    ...MARGIN,
  },
  SEC_LEND: {
    dayCount: 'optional',
    ...MARGIN,
    ...LOAN,
    receiveInstrument: 'required',
    receiveAccount: 'required',
    receiveQuantity: 'required',
  },
}

/** Every type may use them. */
const SHARED: readonly ImportColumn[] = ['valueDate', 'reference']

/** `useOf('purchasePrice', 'REPO')` → 'required' */
export function useOf(column: ImportColumn, type: TransferKind): Use {
  if (importColumns[column].isRequired) return 'required'
  return SHARED.includes(column) ? 'optional' : (OWN_COLUMNS[type][column] ?? 'unused')
}
