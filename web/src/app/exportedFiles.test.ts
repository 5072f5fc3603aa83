// The files of the real tables, by their real columns.
import type { Position, Transfer } from '@connex/protocol'
import { expect, it } from 'vitest'
import { holdingColumns } from '../features/holdings/holdingColumns.tsx'
import { requestColumns } from '../features/requests/requestColumns.tsx'
import { transferColumns } from '../features/transfers/list/transferColumns.tsx'
import { app } from '../messages/en/app.ts'
import { addMessages } from '../messages/t.ts'
import type { Column } from '../lib/table/Column.ts'
import { sheetOf } from '../lib/table/sheet.ts'

addMessages(app)

const NOTE = `0x${'a'.repeat(64)}`
const LABEL = 'Speicher Promissory Note 2027 (HI-2024-007)'

/** The only row of a file, by header. */
function exported<Row>(columns: readonly Column<Row>[], shownIds: readonly string[], row: Row) {
  const shown = columns.filter(({ id }) => shownIds.includes(id))
  const { header, rows } = sheetOf('Table', { columns, shown }, [row])
  return Object.fromEntries(header.map((name, index) => [name, rows[0]?.[index]]))
}

const number = (text: string) => ({ kind: 'number', text })
const textCell = (text: string) => ({ kind: 'text', text })

it('D7: a file of holdings has what is earmarked, what is available and the name, whatever is shown', () => {
  const position = {
    identifier: NOTE,
    label: LABEL,
    account: '4100118',
    quantity: '206000',
    earmarked: '1000',
    available: '205000',
    decimals: 2,
    unit: 'EUR',
  } as Position
  const columns = holdingColumns(
    [],
    () => 'Meridian Registrars',
    () => undefined,
    () => false,
  )
  expect(exported(columns, ['account'], position)).toEqual({
    'Account number': textCell('4100118'),
    Identifier: textCell(NOTE),
    Quantity: number('2060.00'),
    Earmarked: number('10.00'),
    Available: number('2050.00'),
    Name: textCell(LABEL),
    Unit: textCell('EUR'),
  })
})

it('D7: a file of transactions keeps cash out of the quantities: its amount is a number, its currency is beside it', () => {
  const columns = transferColumns([], () => '', '0x1' as Transfer['creator'])
  const repo = {
    transferType: 'REPO',
    direction: 'DELIVER',
    deliver: { identifier: NOTE, label: LABEL, account: '4100118', quantity: '206000', decimals: 2 },
    receive: null,
    cashQuantity: '98000.50',
    cashCurrency: 'EUR',
  } as Transfer
  const ids = ['deliverIdentifier', 'deliverQuantity', 'receiveQuantity']
  expect(exported(columns, ids, repo)).toEqual({
    'Delivery instrument': textCell(LABEL),
    'Delivery quantity': number('2060.00'),
    'Delivery cash amount': textCell(''),
    'Delivery currency': textCell(''),
    'Receive quantity': textCell(''),
    'Receive cash amount': number('98000.50'),
    'Receive currency': textCell('EUR'),
  })
})

it('D7: a file of requests names a private instrument beside its fingerprint', () => {
  const columns = requestColumns('receive', String)
  const request = { receive: { identifier: NOTE, label: LABEL }, deliver: null } as Transfer
  expect(exported(columns, ['receiveIdentifier'], request)).toEqual({
    ISIN: textCell(NOTE),
    Name: textCell(LABEL),
  })
})
